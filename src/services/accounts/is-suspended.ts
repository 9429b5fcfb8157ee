import type { Tx } from '../transaction.ts';

/** Whether the transaction's account is suspended: nothing of it that waits may start then. */
export async function isSuspended({ sql: db, scope }: Tx): Promise<boolean> {
  const { suspended_at } = await db
    .selectFrom('account')
    .select('suspended_at')
    .where('id', '=', scope.account_id)
    .executeTakeFirstOrThrow();
  return suspended_at !== null;
}
