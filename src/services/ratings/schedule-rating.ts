import { workflowIds } from '../../domain/workflow-ids.ts';
import type { AccountState } from '../../resources/account.ts';
import type { Tx } from '../transaction.ts';

/**
 * When a project of this transaction's account whose address is new is to be measured: at once, or never before the
 * account's first purchase (specification 2.2, `domain_rating`). Wakes those who measure.
 *
 * @param state as the request found it
 * @returns the value of `rating_due_at`
 */
export async function scheduleRating(tx: Tx, state: AccountState): Promise<Date | null> {
  if (state === 'setup' && !(await hasPurchased(tx))) return null;
  wakeRatings(tx);
  return tx.now;
}

/** Makes all projects of an account due, those of both modes: to be done at its first purchase. */
export async function scheduleRatingsOfAccount(tx: Tx): Promise<void> {
  const { account_id } = tx.scope;
  const projects = await tx.sql
    .selectFrom('project')
    .select('id')
    .where('account_id', '=', account_id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (projects.length === 0) return;
  await tx.sql.updateTable('project').set({ rating_due_at: tx.now }).where('account_id', '=', account_id).execute();
  wakeRatings(tx);
}

/** Holds off a purchase until the project is there to be found by it. */
async function hasPurchased({ sql, scope }: Tx): Promise<boolean> {
  const account = await sql
    .selectFrom('account')
    .select('first_purchase_at')
    .where('id', '=', scope.account_id)
    .forShare()
    .executeTakeFirstOrThrow();
  return account.first_purchase_at !== null;
}

function wakeRatings(tx: Tx): void {
  tx.send({ kind: 'wake', target: workflowIds.domainRatings });
}
