import { givesShareBack, type ListingMove } from '../../domain/listing-status.ts';
import { refuseOperatorMove, type OperatorMove } from '../../domain/operator-moves.ts';
import { validationFailed } from '../../errors.ts';
import type { EventDeps } from '../deps.ts';
import { inTransaction } from '../transaction.ts';
import { changeListings, lockListingsWithProjects, wakeListings } from './change-listings.ts';
import { queueForReturn } from './move-listing.ts';
import { scopeOfListing } from './scope-of-listing.ts';
import { takeShareAgain } from './take-share.ts';

/**
 * Moves a live listing as its operator says. One whose action is done waits for a slot, ahead of new ones.
 *
 * @param by whose move it is; another's is refused
 * @param move well-formed, as `refuse-input.ts` has it
 * @param at the workflow's time; the clock's when absent
 * @throws ServiceError `validation_failed` with a sentence for the operator, `allowance_exhausted` for a correction without
 *   a share of the allowance to take
 */
export async function moveByOperator(
  deps: EventDeps,
  listingId: string,
  by: OperatorMove,
  move: ListingMove,
  at?: Date,
): Promise<void> {
  const scope = await scopeOfListing(deps.db.sql, listingId);
  await inTransaction(
    deps,
    scope,
    async (tx) => {
      const [locked] = await lockListingsWithProjects(tx, [listingId]);
      const listing = locked!;
      const refusal = refuseOperatorMove(by, listing, move);
      if (refusal) throw validationFailed([{ param: 'to', code: 'not_allowed' }], refusal);
      if (givesShareBack(listing.status)) await takeShareAgain(tx, listing, deps.assetsUrl);
      if (by === 'settleAction' && listing.queued_at) return; // Settled before: it keeps its place.
      if (by === 'settleAction') await queueForReturn(tx, listing, deps.assetsUrl);
      else await changeListings(tx, [{ listing, move }], deps.assetsUrl);
      wakeListings(tx, [listingId]);
    },
    at,
  );
}
