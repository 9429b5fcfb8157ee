import type { Sql } from '../../db/database.ts';
import { toPage, type Page } from '../../db/page.ts';

/** Live launches that an account bought. */
export interface PurchaseRecord {
  id: number;
  accountId: string;
  launches: number;
  /** What the operator's books call it; no other purchase of the account has the same. */
  reference: string | null;
  createdAt: Date;
}

/** An account's purchases, newest first. */
export async function listPurchaseRecords(db: Sql, accountId: string, limit: number): Promise<Page<PurchaseRecord>> {
  const purchases = selectPurchases(db, accountId).orderBy('id', 'desc');
  return toPage(await purchases.limit(limit + 1).execute(), limit);
}

/** @returns null when the account has no purchase with this reference */
export async function findPurchase(db: Sql, accountId: string, reference: string): Promise<PurchaseRecord | null> {
  return (await selectPurchases(db, accountId).where('reference', '=', reference).executeTakeFirst()) ?? null;
}

function selectPurchases(db: Sql, accountId: string) {
  return db
    .selectFrom('purchase')
    .select(['id', 'account_id as accountId', 'launches', 'reference', 'created_at as createdAt'])
    .where('account_id', '=', accountId);
}
