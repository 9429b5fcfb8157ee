import type { Sql } from '../../db/database.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { writeOutbox, type OutboxMessage } from '../../outbox/record.ts';
import type { TransactionDeps } from '../transaction.ts';

/**
 * Suspends an account (it can read but not write, and its waiting listings do not start) or lifts the suspension, which
 * wakes what waited. Repeating either changes nothing.
 *
 * @returns false when there is no such account
 */
export async function setSuspended(
  { db, clock, wake }: TransactionDeps,
  accountId: string,
  suspended: boolean,
): Promise<boolean> {
  const found = await db.sql.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('account')
      .set((update) => ({
        suspended_at: suspended ? update.fn.coalesce('suspended_at', update.val(clock.now())) : null,
      }))
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (!suspended) await writeOutbox(tx, await wakesOf(tx, accountId));
    return true;
  });
  if (found && !suspended) wake('outbox');
  return found;
}

/** What waited for the suspension to end: slots, and projects to which directories are to be added. */
async function wakesOf(db: Sql, accountId: string): Promise<OutboxMessage[]> {
  const due = await db
    .selectFrom('project')
    .select('id')
    .where('account_id', '=', accountId)
    .where('auto_replace_due_at', 'is not', null)
    .execute();
  const targets = [
    ...[true, false].map((livemode) => workflowIds.capacity({ account_id: accountId, livemode })),
    ...due.map(({ id }) => workflowIds.launch(id)),
  ];
  return targets.map((target) => ({ kind: 'wake', target }));
}
