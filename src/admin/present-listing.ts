import type { ListingReason, ListingStatus } from '../domain/listing-status.ts';
import { MOVE_COMMANDS, operatorMovesFrom } from '../domain/operator-moves.ts';
import { toSecond } from '../domain/time.ts';
import { workflowIds } from '../domain/workflow-ids.ts';
import { proofUrl, type ListingView } from '../resources/listing.ts';
import type { ListingRecord } from '../services/listings/listing-records.ts';
import { formatFields, formatTable } from './report.ts';

/** A listing for programs; its times are to the second. */
export function listingJson(listing: ListingView, assetsUrl: string) {
  const { submitted_at, live_at } = listing;
  return {
    object: 'listing',
    id: listing.id,
    account: listing.account_id,
    mode: listing.livemode ? 'live' : 'test',
    project: listing.project_id,
    directory: { id: listing.directory_id, name: listing.directory_name },
    status: listing.status,
    since: toSecond(listing.moved_at),
    waits_for_slot: listing.queued_at !== null,
    reason: listing.reason,
    action: listing.action,
    live_url: listing.live_url,
    proof_url: proofUrl(listing, assetsUrl),
    created_at: toSecond(listing.created_at),
    submitted_at: submitted_at && toSecond(submitted_at),
    live_at: live_at && toSecond(live_at),
    workflow: workflowIds.listing(listing.id),
  };
}

/** A listing with what an operator must know to move it, for programs. */
export function listingDetailsJson(listing: ListingRecord, assetsUrl: string) {
  const { project_name, project_url, hold_reason, directory_slug, directory_url, review_days } = listing;
  const json = listingJson(listing, assetsUrl);
  return {
    ...json,
    project: { id: listing.project_id, name: project_name, url: project_url, hold_reason },
    directory: { ...json.directory, slug: directory_slug, url: directory_url, review_days },
    moves: movesOf(listing),
  };
}

/** A listing for people, a property a line. */
export function listingText(listing: ListingRecord, assetsUrl: string): string {
  const { action, reason, hold_reason, submitted_at, live_at } = listing;
  return formatFields([
    ['id', listing.id],
    ['account', `${listing.account_id}, ${listing.livemode ? 'live' : 'test'} mode`],
    ['project', `${listing.project_id} ${listing.project_name}, ${listing.project_url}`],
    ...(hold_reason ? [['held', hold_reason] as const] : []),
    ['directory', `${listing.directory_slug} ${listing.directory_name}, ${listing.directory_url}`],
    ['status', listing.status + (reason ? ` (${reason})` : '') + (listing.queued_at ? ', waits for a slot' : '')],
    ['since', toSecond(listing.moved_at)],
    ['action', action ? `${action.code}, waiting on ${action.waiting_on}: ${action.client_message}` : '-'],
    ['live url', listing.live_url ?? '-'],
    ['proof', proofUrl(listing, assetsUrl) ?? '-'],
    ['created', toSecond(listing.created_at)],
    ['submitted', submitted_at ? toSecond(submitted_at) : '-'],
    ['live', live_at ? toSecond(live_at) : '-'],
    ['moves', movesText(listing)],
    ['workflow', workflowIds.listing(listing.id)],
  ]);
}

/** Listings for people, one a line. */
export function listingsTable(listings: ListingView[]): string {
  return formatTable(
    ['ID', 'STATUS', 'REASON', 'SINCE', 'DIRECTORY', 'LIVE URL'],
    listings.map((listing) => [
      listing.id,
      listing.status,
      listing.reason ?? '-',
      toSecond(listing.moved_at),
      listing.directory_name,
      listing.live_url ?? '-',
    ]),
  );
}

/** What an operator may do with it, by commands of the group `listing`. */
function movesOf({
  livemode,
  status,
}: ListingView): { command: string; to: ListingStatus; reasons: ListingReason[] }[] {
  if (!livemode) return [];
  return operatorMovesFrom(status).map(({ by, to, reasons }) => ({ command: MOVE_COMMANDS[by], to, reasons }));
}

function movesText(listing: ListingView): string {
  const moves = movesOf(listing).map(({ command, to, reasons }) => {
    const target = command === MOVE_COMMANDS.askAgency || command === MOVE_COMMANDS.settleAction ? '' : ` ${to}`;
    return command + target + (reasons.length > 0 ? ` (${reasons.join(', ')})` : '');
  });
  return moves.join(', ') || 'none: test mode moves its listings by itself';
}
