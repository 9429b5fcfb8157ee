import {
  allHandlersFinished,
  condition,
  continueAsNew,
  patched,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { ListingReading } from '../activities/index.ts';
import type { LiveProof } from '../src/domain/live-proof.ts';
import type { Submission } from '../src/domain/submission.ts';
import { causeOf } from './cause-of.ts';
import { database } from './activities.ts';
import { describeListing } from './describe-listing.ts';
import { chooseDriver } from './drivers/choose-driver.ts';
import { HttpDriver } from './drivers/http-driver.ts';
import { createSimulatedDriver } from './drivers/simulated-driver.ts';
import { Looks } from './look.ts';
import { markStuck } from './mark-stuck.ts';
import { handleOperatorMoves } from './operator-moves.ts';
import { handleGoingOn } from './operator-goes-on.ts';
import { Parking } from './parking.ts';
import { ProofOfLive } from './proof-of-live.ts';
import { searchAttributes } from './search-attributes.ts';

/**
 * Looks after one listing for its life: waits for its slot, moves it along, hears outcomes, and sees whether its page stays.
 * What it knows it reads from the database whenever it is told to look.
 *
 * @param submission what a former run came to with its directory
 * @param proof what a former run knew of its page
 */
export async function listing(
  listingId: string,
  submission: Submission | null = null,
  proof: LiveProof | null = null,
): Promise<void> {
  const readsPages = patched('proof-of-live');
  const looks = new Looks();
  const simulated = createSimulatedDriver(listingId);
  const http = new HttpDriver(listingId, submission);
  const page = new ProofOfLive(listingId, proof);
  const parking = new Parking();
  let current: ListingReading | undefined;

  handleOperatorMoves(listingId, looks);
  handleGoingOn(looks, { http, page, parking });

  while (!workflowInfo().continueAsNewSuggested) {
    looks.begin();
    const before = current;
    current = await database.readListing(listingId);
    attribute(before, current);
    http.see(current);
    if (readsPages) page.see(current);
    const driver = chooseDriver(current, { simulated, http });
    const step = page.next(current) ?? driver.next(current);
    const details = describeListing(current, page.describe(current) ?? driver.describe(current));
    setCurrentDetails(details);
    markStuck(http.stuck?.reason ?? page.stuck?.reason ?? null);
    const told = await looks.next(step ? step.dueMs - Date.now() : undefined);
    if (!told) await step!.act().catch((error: unknown) => parking.wait(causeOf(error), details, looks));
  }
  await condition(allHandlersFinished);
  await continueAsNew<typeof listing>(listingId, http.submission, page.proof);
}

function attribute(before: ListingReading | undefined, now: ListingReading): void {
  if (before?.status === now.status) return;
  upsertSearchAttributes([
    ...(before
      ? []
      : [
          { key: searchAttributes.accountId, value: now.accountId },
          { key: searchAttributes.projectId, value: now.projectId },
          { key: searchAttributes.livemode, value: now.livemode },
          { key: searchAttributes.directoryName, value: now.directoryName },
        ]),
    { key: searchAttributes.listingStatus, value: now.status },
  ]);
}
