import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  continueAsNew,
  defineUpdate,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { ListingReading } from '../activities/index.ts';
import type { ListingMove } from '../src/domain/listing-status.ts';
import { refuseOutcome } from '../src/domain/refuse-outcome.ts';
import type { Submission } from '../src/domain/submission.ts';
import { database } from './activities.ts';
import { describeListing } from './describe-listing.ts';
import { chooseDriver } from './drivers/choose-driver.ts';
import { HttpDriver } from './drivers/http-driver.ts';
import { createSimulatedDriver } from './drivers/simulated-driver.ts';
import { Looks } from './look.ts';
import { markStuck } from './mark-stuck.ts';
import { searchAttributes } from './search-attributes.ts';

/** Moves a live listing as its operator says. Its JSON stands in the workflow's details. */
export const reportOutcome = defineUpdate<unknown, [ListingMove]>('reportOutcome');

/**
 * Looks after one listing for its life: waits for its slot, moves it along, hears outcomes. What it knows it reads from
 * the database whenever it is told to look.
 *
 * @param submission what a former run came to with its directory
 */
export async function listing(listingId: string, submission: Submission | null = null): Promise<void> {
  const looks = new Looks();
  const simulated = createSimulatedDriver(listingId);
  const http = new HttpDriver(listingId, () => looks.ask(), submission);
  let current: ListingReading | undefined;

  setHandler(
    reportOutcome,
    async (outcome) => {
      await report(listingId, outcome);
      looks.ask();
    },
    {
      validator: (outcome: ListingMove) => {
        const refusal = refuseOutcome(outcome);
        if (refusal) throw ApplicationFailure.nonRetryable(refusal);
      },
      description: 'Report what the directory did, for example {"to": "submitted"}',
    },
  );

  while (!workflowInfo().continueAsNewSuggested) {
    looks.begin();
    const before = current;
    current = await database.readListing(listingId);
    attribute(before, current);
    http.see(current);
    const driver = chooseDriver(current, { simulated, http });
    const step = driver.next(current);
    const details = describeListing(current, driver.describe(current));
    setCurrentDetails(details);
    markStuck(http.submission?.stuck?.reason ?? null);
    const told = await looks.next(step ? step.dueMs - Date.now() : undefined);
    if (!told) await step!.act().catch((error: unknown) => park(details, error, looks));
  }
  await condition(allHandlersFinished);
  await (http.submission
    ? continueAsNew<typeof listing>(listingId, http.submission)
    : continueAsNew<typeof listing>(listingId));
}

/** Shows why a listing cannot go on, and waits until it is told to look again: nothing ends a listing's workflow. */
async function park(details: string, error: unknown, looks: Looks): Promise<void> {
  const reason = causeOf(error);
  markStuck(reason);
  setCurrentDetails(`**Stuck** since ${new Date().toISOString()}: ${reason}\n\n${details}`);
  await looks.next();
  markStuck(null);
}

/** The service's refusal is the operator's answer. */
async function report(listingId: string, outcome: ListingMove): Promise<void> {
  try {
    await database.reportOutcome(listingId, outcome, new Date().toISOString());
  } catch (error) {
    throw ApplicationFailure.nonRetryable(causeOf(error));
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error.cause instanceof Error ? error.cause : error).message;
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
