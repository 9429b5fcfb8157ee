import { waitingForSlot } from '../../domain/listing-move.ts';
import type { ListingMove } from '../../domain/listing-status.ts';
import type { ListingView } from '../../resources/listing.ts';
import type { ServiceDeps } from '../deps.ts';
import { deriveProject } from '../projects/derive-project.ts';
import { simulateLogin } from '../logins/simulate-login.ts';
import { inTransaction, type Tx } from '../transaction.ts';
import { changeListings, lockListingsWithProjects, saveListings, wakeCapacity } from './change-listings.ts';
import { scopeOfListing } from './scope-of-listing.ts';

/**
 * Makes one move that the listing's workflow decided on, unless the listing has moved since: run twice, it moves once.
 *
 * A listing whose action is done does not move at once: it waits for a slot, ahead of new ones.
 *
 * @param version the version the move was decided on
 * @param at the workflow's time
 * @returns whether the listing is where the move takes it; false when it has moved elsewhere
 * @throws ServiceError `validation_failed` when the transition table refuses the move
 */
export async function moveListing(
  deps: ServiceDeps,
  listingId: string,
  version: number,
  move: ListingMove,
  at: Date,
): Promise<boolean> {
  const scope = await scopeOfListing(deps.db.sql, listingId);
  return inTransaction(
    deps,
    scope,
    async (tx) => {
      const [listing] = await lockListingsWithProjects(tx, [listingId]);
      if (listing!.version !== version) return listing!.version === version + 1 && listing!.status === move.to;
      if (move.to === 'in_progress' && listing!.action) await queueForReturn(tx, listing!, deps.assetsUrl);
      else {
        const [moved] = await changeListings(tx, [{ listing: listing!, move }], deps.assetsUrl);
        await simulateLogin(tx, deps, moved!);
      }
      return true;
    },
    at,
  );
}

/** Makes a listing whose action is done wait for a slot, ahead of new ones. */
export async function queueForReturn(tx: Tx, listing: ListingView, assetsUrl: string): Promise<void> {
  await saveListings(tx, [{ ...listing, ...waitingForSlot(listing, listing.action!, tx.now) }]);
  await deriveProject(tx, listing.project_id, assetsUrl);
  wakeCapacity(tx);
}
