import { toSecond } from '../domain/time.ts';
import type { AccountRecord, Launches } from '../services/accounts/account-records.ts';
import { formatFields, formatTable } from './report.ts';

/** An account for programs; its times are to the second. */
export function accountJson(account: AccountRecord) {
  return {
    object: 'account',
    id: account.id,
    name: account.name,
    owner_email: account.ownerEmail,
    state: account.state,
    launches: account.launches,
    created_at: toSecond(account.createdAt),
    first_purchase_at: account.firstPurchaseAt && toSecond(account.firstPurchaseAt),
    suspended_at: account.suspendedAt && toSecond(account.suspendedAt),
  };
}

/** An account for people, a property a line. */
export function accountText(account: AccountRecord): string {
  return formatFields([
    ['id', account.id],
    ['name', account.name],
    ['owner', account.ownerEmail],
    ['state', account.state],
    ['live launches', launchesText(account.launches.live)],
    ['test launches', launchesText(account.launches.test)],
    ['created', toSecond(account.createdAt)],
    ['first purchase', account.firstPurchaseAt ? toSecond(account.firstPurchaseAt) : '-'],
    ['suspended', account.suspendedAt ? toSecond(account.suspendedAt) : '-'],
  ]);
}

/** Accounts for people, one a line, with the launches of each mode as available/total. */
export function accountsTable(accounts: AccountRecord[]): string {
  return formatTable(
    ['ID', 'STATE', 'LIVE', 'TEST', 'CREATED', 'OWNER', 'NAME'],
    accounts.map(({ id, state, launches, createdAt, ownerEmail, name }) => [
      id,
      state,
      `${launches.live.available}/${launches.live.total}`,
      `${launches.test.available}/${launches.test.total}`,
      toSecond(createdAt),
      ownerEmail,
      name,
    ]),
  );
}

function launchesText({ available, used, total }: Launches): string {
  return `${available} available, ${used} used, ${total} in total`;
}
