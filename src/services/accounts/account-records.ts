import { sql } from 'kysely';
import { containing } from '../../db/containing.ts';
import type { Sql } from '../../db/database.ts';
import { toPage, type Page } from '../../db/page.ts';
import { accountState, type AccountState } from '../../resources/account.ts';

export interface Launches {
  available: number;
  used: number;
  total: number;
}

/** An account as an operator sees it, with both its modes. */
export interface AccountRecord {
  id: string;
  name: string;
  ownerEmail: string;
  state: AccountState;
  launches: { live: Launches; test: Launches };
  createdAt: Date;
  firstPurchaseAt: Date | null;
  suspendedAt: Date | null;
}

/** @returns null when there is no such account */
export async function readAccountRecord(db: Sql, accountId: string): Promise<AccountRecord | null> {
  const row = await selectAccounts(db).where('account.id', '=', accountId).executeTakeFirst();
  return row ? toRecord(row) : null;
}

export interface AccountFilters {
  state?: AccountState | undefined;
  /** Part of the name or of the owner's address, in any case. */
  search?: string | undefined;
}

/** Accounts, newest first. */
export async function listAccountRecords(
  db: Sql,
  { state, search }: AccountFilters,
  limit: number,
): Promise<Page<AccountRecord>> {
  let accounts = selectAccounts(db);
  if (state !== undefined) accounts = accounts.where(STATE_CONDITIONS[state]);
  if (search !== undefined) {
    const pattern = containing(search);
    accounts = accounts.where((where) =>
      where.or([where('name', 'ilike', pattern), where('owner_email', 'ilike', pattern)]),
    );
  }
  const rows = await accounts
    .orderBy('account.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows.map(toRecord), limit);
}

/** What `accountState` says, as conditions. */
const STATE_CONDITIONS = {
  suspended: sql<boolean>`suspended_at is not null`,
  active: sql<boolean>`suspended_at is null and first_purchase_at is not null`,
  setup: sql<boolean>`suspended_at is null and first_purchase_at is null`,
};

function selectAccounts(db: Sql) {
  return db
    .selectFrom('account')
    .innerJoin('account_mode as live', (join) =>
      join.onRef('live.account_id', '=', 'account.id').on('live.livemode', '=', true),
    )
    .innerJoin('account_mode as test', (join) =>
      join.onRef('test.account_id', '=', 'account.id').on('test.livemode', '=', false),
    )
    .selectAll('account')
    .select([
      'live.launches_total as live_total',
      'live.launches_used as live_used',
      'test.launches_total as test_total',
      'test.launches_used as test_used',
    ]);
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof selectAccounts>['execute']>>[number];

function toRecord(row: AccountRow): AccountRecord {
  return {
    id: row.id,
    name: row.name,
    ownerEmail: row.owner_email,
    state: accountState(row),
    launches: { live: launches(row.live_total, row.live_used), test: launches(row.test_total, row.test_used) },
    createdAt: row.created_at,
    firstPurchaseAt: row.first_purchase_at,
    suspendedAt: row.suspended_at,
  };
}

function launches(total: number, used: number): Launches {
  return { available: total - used, used, total };
}
