import { workflowIds } from '../../domain/workflow-ids.ts';
import { writeOutbox } from '../../outbox/record.ts';
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
    if (!suspended) await writeOutbox(tx, [capacityWake(accountId, true), capacityWake(accountId, false)]);
    return true;
  });
  if (found && !suspended) wake('outbox');
  return found;
}

function capacityWake(accountId: string, livemode: boolean) {
  return { kind: 'wake' as const, target: workflowIds.capacity({ account_id: accountId, livemode }) };
}
