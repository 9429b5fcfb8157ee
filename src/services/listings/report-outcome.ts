import { refuseOutcomeFrom } from '../../domain/refuse-outcome.ts';
import { givesShareBack, type ListingMove } from '../../domain/listing-status.ts';
import { validationFailed } from '../../errors.ts';
import type { EventDeps } from '../deps.ts';
import { inTransaction } from '../transaction.ts';
import { changeListings, lockListingsWithProjects, wakeListings } from './change-listings.ts';
import { queueForReturn } from './move-listing.ts';
import { scopeOfListing } from './scope-of-listing.ts';
import { takeShareAgain } from './take-share.ts';

/**
 * Moves a live listing as its operator says: an outcome of the directory, an action to ask for, an action that is done
 * (the listing then waits for a slot, ahead of new ones), or a correction.
 *
 * @param outcome well-formed, as `refuseOutcome` has it
 * @param at the workflow's time; the clock's when absent
 * @throws ServiceError `validation_failed` with a sentence for the operator, `allowance_exhausted` for a correction without
 *   a share of the allowance to take
 */
export async function reportOutcome(
  deps: EventDeps,
  listingId: string,
  outcome: ListingMove,
  at?: Date,
): Promise<void> {
  const scope = await scopeOfListing(deps.db.sql, listingId);
  await inTransaction(
    deps,
    scope,
    async (tx) => {
      const [locked] = await lockListingsWithProjects(tx, [listingId]);
      const listing = locked!;
      const refusal = listing.livemode
        ? refuseOutcomeFrom(listing.status, outcome)
        : 'Test mode moves its listings by itself; its test helper `advance` moves them by hand.';
      if (refusal) throw validationFailed([{ param: 'to', code: 'not_allowed' }], refusal);
      if (givesShareBack(listing.status)) await takeShareAgain(tx, listing, deps.assetsUrl);
      if (outcome.to === 'in_progress' && listing.queued_at) return; // Reported before: it keeps its place.
      if (outcome.to === 'in_progress') await queueForReturn(tx, listing, deps.assetsUrl);
      else await changeListings(tx, [{ listing, move: outcome }], deps.assetsUrl);
      wakeListings(tx, [listingId]);
    },
    at,
  );
}
