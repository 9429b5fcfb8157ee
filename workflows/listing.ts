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
import { searchAttributes } from './search-attributes.ts';
import { nextSimulatedStep, type SimulatedStep } from '../src/domain/simulation.ts';
import { database } from './activities.ts';
import { describeListing } from './describe-listing.ts';
import { refuseOutcome } from '../src/domain/refuse-outcome.ts';
import { Looks } from './look.ts';

/** The longest value that a search attribute takes on every store. */
const MAX_REASON = 250;

/** Moves a live listing as its operator says. Its JSON stands in the workflow's details. */
export const reportOutcome = defineUpdate<unknown, [ListingMove]>('reportOutcome');

/**
 * Looks after one listing for its life: waits for its slot, moves it along, hears outcomes. What it knows it reads from
 * the database whenever it is told to look.
 */
export async function listing(listingId: string): Promise<void> {
  const looks = new Looks();
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
    const step = simulatedStep(listingId, current);
    setCurrentDetails(describeListing(current, step));
    const told = await looks.next(step ? msUntil(step, current) : undefined);
    if (!told) await move(listingId, current, step!.move).catch((error: unknown) => park(current!, error, looks));
  }
  await condition(allHandlersFinished);
  await continueAsNew<typeof listing>(listingId);
}

/** Shows why a listing cannot go on, and waits until it is told to look again: nothing ends a listing's workflow. */
async function park(reading: ListingReading, error: unknown, looks: Looks): Promise<void> {
  const reason = causeOf(error);
  upsertSearchAttributes([{ key: searchAttributes.stuckReason, value: reason.slice(0, MAX_REASON) }]);
  setCurrentDetails(`**Stuck** since ${new Date().toISOString()}: ${reason}\n\n${describeListing(reading, null)}`);
  await looks.next();
  upsertSearchAttributes([{ key: searchAttributes.stuckReason, value: null }]);
}

function simulatedStep(id: string, reading: ListingReading): SimulatedStep | null {
  if (reading.livemode || reading.movedByHand || reading.action?.waiting_on === 'service') return null;
  return nextSimulatedStep(
    {
      id,
      status: reading.status,
      outcome: reading.simulatedOutcome,
      actionSettled: reading.actionSettled,
      liveUrl: `${reading.directoryUrl.replace(/\/$/, '')}/listings/${id.slice(-8).toLowerCase()}`,
    },
    reading.simulationPace,
  );
}

function msUntil(step: SimulatedStep, { movedAt }: ListingReading): number {
  return Date.parse(movedAt) + step.afterMs - Date.now();
}

function move(listingId: string, { version }: ListingReading, to: ListingMove): Promise<boolean> {
  return database.moveListing({ listingId, version, move: to, at: new Date().toISOString() });
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
