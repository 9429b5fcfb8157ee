import { isEnded, LISTING_STATUSES, type ListingStatus } from '../domain/listing-status.ts';
import type { ProjectStatus } from '../domain/project-status.ts';
import { isListingEvent, type ListingEvent, type ProjectEvent, type WebhookEvent } from './webhook-event.ts';

/** A listing's step from one status to the next. */
export interface Move {
  directory: string;
  from: ListingStatus;
  to: ListingStatus;
}

/** Where a launch stands as far as its webhooks have told. */
export interface Progress {
  apply(event: WebhookEvent): void;
  /** How many listings stand in each status. */
  counts(): Record<ListingStatus, number>;
  /** The latest moves, newest first. */
  latestMoves(): readonly Move[];
  /** Whether every listing has ended and the project was completed. */
  isFinished(): boolean;
  /** What has not been told yet, in words; empty when finished. */
  missing(): string[];
}

interface TrackedListing {
  status: ListingStatus;
  /** Moves that arrived before the move that leads to where they start. */
  early: Move[];
}

const MOVES_KEPT = 5;

/**
 * Follows a launch by its webhooks alone, whatever order they arrive in. A move counts once the listing is where the
 * move starts, and waits until then; a move that ends the listing counts at once.
 */
export function createProgress(): Progress {
  const listings = new Map<string, TrackedListing>();
  const moves: Move[] = [];
  const projectStatuses = new Set<ProjectStatus>();
  let created: number | null = null;

  const step = (listing: TrackedListing, move: Move) => {
    listing.status = move.to;
    moves.unshift(move);
    moves.length = Math.min(moves.length, MOVES_KEPT);
  };

  const applyToListing = ({ data: { object, previous_status } }: ListingEvent) => {
    const listing = listings.get(object.id) ?? { status: 'pending', early: [] };
    listings.set(object.id, listing);
    const move: Move = { directory: object.directory.name, from: previous_status, to: object.status };
    if (isEnded(move.to)) return step(listing, move);
    listing.early.push(move);
    for (let next = takeNext(listing); next; next = takeNext(listing)) step(listing, next);
  };

  const applyToProject = ({ data }: ProjectEvent) => {
    projectStatuses.add(data.object.status);
    created ??= data.listings_created ?? null;
  };

  const counts = () => {
    const result = Object.fromEntries(LISTING_STATUSES.map((status) => [status, 0])) as Record<ListingStatus, number>;
    for (const { status } of listings.values()) result[status]++;
    result.pending += Math.max(0, (created ?? 0) - listings.size);
    return result;
  };

  const missing = () => {
    const { live, not_accepted: notAccepted, cancelled } = counts();
    const open = (created ?? 0) - live - notAccepted - cancelled;
    return [
      ...(created === null ? ['project.launched'] : []),
      ...(open > 0 ? [`the end of ${open} ${open === 1 ? 'listing' : 'listings'}`] : []),
      ...(projectStatuses.has('completed') ? [] : ['project.completed']),
    ];
  };

  return {
    apply: (event) => (isListingEvent(event) ? applyToListing(event) : applyToProject(event)),
    counts,
    latestMoves: () => moves,
    missing,
    isFinished: () => missing().length === 0,
  };
}

function takeNext(listing: TrackedListing): Move | undefined {
  const index = listing.early.findIndex((move) => move.from === listing.status);
  return index < 0 ? undefined : listing.early.splice(index, 1)[0];
}
