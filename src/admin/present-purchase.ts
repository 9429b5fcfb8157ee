import { toSecond } from '../domain/time.ts';
import type { PurchaseRecord } from '../services/accounts/purchase-records.ts';
import { formatTable } from './report.ts';

/** A purchase for programs; its time is to the second. */
export function purchaseJson(purchase: PurchaseRecord) {
  return {
    object: 'purchase',
    id: purchase.id,
    account: purchase.accountId,
    launches: purchase.launches,
    reference: purchase.reference,
    created_at: toSecond(purchase.createdAt),
  };
}

/** Purchases for people, one a line. */
export function purchasesTable(purchases: PurchaseRecord[]): string {
  return formatTable(
    ['ID', 'LAUNCHES', 'CREATED', 'REFERENCE'],
    purchases.map(({ id, launches, createdAt, reference }) => [
      String(id),
      String(launches),
      toSecond(createdAt),
      reference ?? '-',
    ]),
  );
}
