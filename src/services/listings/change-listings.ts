import { sql } from 'kysely';
import { lockListings } from '../../db/finders/listings.ts';
import { moved, type ListingState } from '../../domain/listing-move.ts';
import { givesShareBack, refuseMove, type ListingMove, type ListingStatus } from '../../domain/listing-status.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { validationFailed } from '../../errors.ts';
import { presentListing, type ListingView } from '../../resources/listing.ts';
import { discardAssets } from '../images/discard-images.ts';
import { markAutoReplace } from '../projects/mark-auto-replace.ts';
import { deriveProject, lockProjects } from '../projects/derive-project.ts';
import type { Tx } from '../transaction.ts';

/** Locks the projects of these listings, then the listings, and reads them. */
export async function lockListingsWithProjects(tx: Tx, ids: string[]): Promise<ListingView[]> {
  const projects = await tx.sql.selectFrom('listing').select('project_id').distinct().where('id', 'in', ids).execute();
  await lockProjects(
    tx,
    projects.map((row) => row.project_id),
  );
  return lockListings(tx.sql, ids);
}

export interface ListingChange {
  /** As it was locked by this transaction. */
  listing: ListingView;
  move: ListingMove;
}

/**
 * Moves listings: the one function that changes a listing's status. Checks each move against the transition table,
 * records its event, re-derives the projects, and wakes whoever waits for a freed slot. The listings' own workflows are
 * woken by the caller, unless it acts for them: they read the listing again after each move of theirs.
 *
 * @throws ServiceError `validation_failed` with `to` or `reason` / `not_allowed`; then nothing changes
 */
export async function changeListings(tx: Tx, changes: ListingChange[], assetsUrl: string): Promise<ListingView[]> {
  for (const { listing, move } of changes) {
    const refusal = refuseMove(listing.status, move);
    if (refusal) throw validationFailed([{ param: refusal, code: 'not_allowed' }]);
  }
  const after = changes.map(({ listing, move }) => ({ ...listing, ...moved(listing, move, tx.now) }));
  await saveListings(tx, after);
  await discardProofs(tx, changes, after);
  after.forEach((listing, index) => announce(tx, changes[index]!.listing.status, listing, assetsUrl));
  await markAutoReplace(tx, [
    ...new Set(after.filter(({ status }) => givesShareBack(status)).map((listing) => listing.project_id)),
  ]);
  for (const projectId of new Set(after.map((listing) => listing.project_id))) {
    await deriveProject(tx, projectId, assetsUrl);
  }
  const leavesSlot = changes.some(({ listing, move }) => listing.status === 'in_progress' && move.to !== 'in_progress');
  if (after.some((listing) => listing.queued_at) || (leavesSlot && (await someoneWaits(tx)))) wakeCapacity(tx);
  return after;
}

/** Gives up the proofs that the moves took from their listings. */
async function discardProofs(tx: Tx, before: ListingChange[], after: ListingState[]): Promise<void> {
  const taken = before.filter((_, index) => after[index]!.proof_asset_key === null);
  await discardAssets(
    tx.sql,
    taken.map(({ listing }) => ({ asset_key: listing.proof_asset_key })),
    tx.now,
  );
}

/** Writes the states of locked listings in one statement. */
export async function saveListings(tx: Tx, listings: (ListingState & { id: string })[]): Promise<void> {
  await sql`
    update listing set status = v.status, reason = v.reason, action = v.action, action_settled = v.action_settled,
      live_url = v.live_url, proof_asset_key = v.proof_asset_key, queued_at = v.queued_at, queue_rank = v.queue_rank,
      version = v.version, submitted_at = v.submitted_at, live_at = v.live_at, moved_at = v.moved_at
    from json_to_recordset(${JSON.stringify(listings)}::json) as v(id text, status text, reason text, action json,
      action_settled boolean, live_url text, proof_asset_key text, queued_at timestamptz, queue_rank int, version int,
      submitted_at timestamptz, live_at timestamptz, moved_at timestamptz)
    where listing.id = v.id
  `.execute(tx.sql);
}

/** Tells listings' workflows to look. */
export function wakeListings(tx: Tx, ids: string[]): void {
  for (const id of ids) tx.send({ kind: 'wake', target: workflowIds.listing(id) });
}

/**
 * Whether a freed slot is of use to anyone. A listing that begins to wait at this very moment is not seen yet; its own
 * wake finds the slot, or else the capacity workflow's timer does.
 */
async function someoneWaits({ sql: db, scope }: Tx): Promise<boolean> {
  const { rows } = await sql`
    select 1 from listing
    where account_id = ${scope.account_id} and livemode = ${scope.livemode} and queued_at is not null limit 1
  `.execute(db);
  return rows.length > 0;
}

export function wakeCapacity(tx: Tx): void {
  tx.send({ kind: 'wake', target: workflowIds.capacity(tx.scope) });
}

function announce(tx: Tx, previous: ListingStatus, listing: ListingView, assetsUrl: string): void {
  if (listing.status === 'pending') return;
  tx.record({
    type: `listing.${listing.status}`,
    project: listing.project_id,
    data: { object: presentListing(listing, assetsUrl), previous_status: previous },
  });
}
