import { sql } from 'kysely';
import { scheduleRatingsOfAccount } from '../ratings/schedule-rating.ts';
import { inTransaction, type TransactionDeps } from '../transaction.ts';

/**
 * Adds live launches to an account; the first purchase makes it `active`. A reference counts once for an account, so that
 * a purchase can be recorded again after a lost answer.
 *
 * @param purchase `launches` is at least 1
 * @returns false when there is no such account, or when it has a purchase with this reference
 */
export function recordPurchase(
  deps: TransactionDeps,
  accountId: string,
  purchase: { launches: number; reference?: string | undefined },
): Promise<boolean> {
  return inTransaction(deps, { account_id: accountId, livemode: true }, async (tx) => {
    const { rows } = await sql`
      insert into purchase (account_id, launches, reference, created_at)
      select id, ${purchase.launches}::int, ${purchase.reference ?? null}, ${tx.now}
      from account where id = ${accountId}
      on conflict (account_id, reference) do nothing
      returning id
    `.execute(tx.sql);
    if (rows.length === 0) return false;
    const { numUpdatedRows: firstPurchases } = await tx.sql
      .updateTable('account')
      .set({ first_purchase_at: tx.now })
      .where('id', '=', accountId)
      .where('first_purchase_at', 'is', null)
      .executeTakeFirstOrThrow();
    await tx.sql
      .updateTable('account_mode')
      .set({ launches_total: sql`launches_total + ${purchase.launches}` })
      .where('account_id', '=', accountId)
      .where('livemode', '=', true)
      .execute();
    if (firstPurchases > 0n) await scheduleRatingsOfAccount(tx);
    return true;
  });
}
