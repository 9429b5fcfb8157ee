import { sql } from 'kysely';
import type { ServiceDeps } from '../deps.ts';

/**
 * Adds live launches to an account; the first purchase makes it `active`.
 *
 * @param launches at least 1
 * @returns false when there is no such account
 */
export function recordPurchase(
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  accountId: string,
  purchase: { launches: number; reference?: string | undefined },
): Promise<boolean> {
  const now = clock.now();
  return db.sql.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('account')
      .set({ first_purchase_at: sql`coalesce(first_purchase_at, ${now})` })
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await sql`
      insert into purchase (account_id, launches, reference, created_at)
      values (${accountId}, ${purchase.launches}, ${purchase.reference ?? null}, ${now})
    `.execute(tx);
    await tx
      .updateTable('account_mode')
      .set({ launches_total: sql`launches_total + ${purchase.launches}` })
      .where('account_id', '=', accountId)
      .where('livemode', '=', true)
      .execute();
    return true;
  });
}
