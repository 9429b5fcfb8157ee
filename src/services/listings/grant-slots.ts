import { sql } from 'kysely';
import type { Scope } from '../../db/scope.ts';
import { isSuspended } from '../accounts/is-suspended.ts';
import { lockAccountMode } from '../accounts/lock-account-mode.ts';
import type { ServiceDeps } from '../deps.ts';
import { inTransaction, type Tx } from '../transaction.ts';
import { changeListings, lockListingsWithProjects, wakeListings } from './change-listings.ts';

/** Listings in progress at once, per account and mode (specification part 8). */
export const CAPACITY_LIMIT = 100;

export interface Grant {
  granted: number;
  /** Listings that still wait for a slot. */
  waiting: number;
}

/**
 * Gives every free slot to the listings that have waited longest, returns from `action_required` first. Listings only
 * enter `in_progress` under the lock of their account and mode, so the limit holds whoever else grants.
 *
 * @param at the workflow's time
 */
export function grantSlots(deps: ServiceDeps, scope: Scope, at: Date): Promise<Grant> {
  return inTransaction(
    deps,
    scope,
    async (tx) => {
      const free = await freeSlots(tx);
      const ids = free > 0 ? await nextInQueue(tx, free) : [];
      const granted = ids.length > 0 ? await start(tx, ids, deps.assetsUrl) : 0;
      return { granted, waiting: await countWaiting(tx) };
    },
    at,
  );
}

async function freeSlots(tx: Tx): Promise<number> {
  await lockAccountMode(tx);
  return (await isSuspended(tx)) ? 0 : CAPACITY_LIMIT - (await countInProgress(tx));
}

/** Exact under the lock of the account and mode. */
export async function countInProgress({ sql: db, scope }: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listing
    where account_id = ${scope.account_id} and livemode = ${scope.livemode} and status = 'in_progress'
  `.execute(db);
  return rows[0]!.count;
}

async function nextInQueue({ sql: db, scope }: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from listing l join project p on p.id = l.project_id
    where l.account_id = ${scope.account_id} and l.livemode = ${scope.livemode} and l.queued_at is not null
      and p.hold_reason is null
    order by l.queue_rank, l.queued_at, l.directory_rating desc, l.id limit ${limit}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** Locks the chosen listings and starts those that still wait: an earlier transaction may have moved or held them. */
async function start(tx: Tx, ids: string[], assetsUrl: string): Promise<number> {
  const locked = await lockListingsWithProjects(tx, ids);
  const held = await tx.sql
    .selectFrom('project')
    .select('id')
    .where(
      'id',
      'in',
      locked.map((l) => l.project_id),
    )
    .where('hold_reason', 'is not', null)
    .execute();
  const heldIds = new Set(held.map((project) => project.id));
  const waiting = locked.filter((listing) => listing.queued_at && !heldIds.has(listing.project_id));
  const inOrder = waiting.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  if (inOrder.length === 0) return 0;
  const changes = inOrder.map((listing) => ({ listing, move: { to: 'in_progress' as const } }));
  await changeListings(tx, changes, assetsUrl);
  wakeListings(
    tx,
    inOrder.map((listing) => listing.id),
  );
  return inOrder.length;
}

async function countWaiting({ sql: db, scope }: Tx): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from listing
    where account_id = ${scope.account_id} and livemode = ${scope.livemode} and queued_at is not null
  `.execute(db);
  return rows[0]!.waiting;
}
