import { allHandlersFinished, condition, continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import { database } from './activities.ts';
import { Looks } from './look.ts';

const FALLBACK_MS = 60_000;

/**
 * Throttles an account's listings in one mode: gives free slots to those that wait, whenever a slot may have become
 * free or a listing began to wait. A timer finds what a lost wake left.
 */
export async function accountCapacity(accountId: string, livemode: boolean): Promise<void> {
  const looks = new Looks();
  while (!workflowInfo().continueAsNewSuggested) {
    looks.begin();
    const { granted, waiting } = await database.grantSlots(
      { account_id: accountId, livemode },
      new Date().toISOString(),
    );
    setCurrentDetails(describe(granted, waiting));
    await looks.next(waiting > 0 ? FALLBACK_MS : undefined);
  }
  await condition(allHandlersFinished);
  await continueAsNew<typeof accountCapacity>(accountId, livemode);
}

function describe(granted: number, waiting: number): string {
  const since = new Date().toISOString();
  const waits = waiting > 0 ? `**${waiting}** listings wait for a free slot` : 'no listing waits';
  return `Waits for a listing to queue or a slot to become free, since ${since}.\n\nAt its last look ${waits}; it started ${granted}.`;
}
