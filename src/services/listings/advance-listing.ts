import { sql } from 'kysely';
import type { Scope } from '../../db/scope.ts';
import {
  givesShareBack,
  onlyReason,
  refuseMove,
  type ListingAction,
  type ListingMove,
  type ListingStatus,
} from '../../domain/listing-status.ts';
import { validationFailed, type Failure } from '../../errors.ts';
import { presentListing, type ListingObject, type ListingView } from '../../resources/listing.ts';
import { lockAccountMode } from '../accounts/lock-account-mode.ts';
import type { ServiceDeps } from '../deps.ts';
import { simulateLogin } from '../logins/simulate-login.ts';
import { inTransaction } from '../transaction.ts';
import { changeListings, lockListingsWithProjects, wakeListings } from './change-listings.ts';
import { CAPACITY_LIMIT, countInProgress } from './grant-slots.ts';
import { takeShareAgain } from './take-share.ts';

/** What a tester asks for; what is absent follows from where the listing stands. */
export interface Advance {
  to?: ListingStatus | undefined;
  reason?: ListingMove['reason'];
  live_url?: string | undefined;
  action?: { code: ListingAction['code']; waiting_on?: 'agency' | 'client'; client_message?: string } | undefined;
}

const NEXT: Partial<Record<ListingStatus, ListingStatus>> = {
  pending: 'in_progress',
  in_progress: 'submitted',
  submitted: 'live',
  action_required: 'in_progress',
};

const MESSAGE = 'The directory asks for more details about the product.';

/**
 * Moves a test listing as a tester says, or one step on. From then on the simulation leaves it alone.
 *
 * @throws ServiceError `validation_failed` (`to`: `required` at an end, `not_allowed`, `no_capacity`; `reason`, `live_url`
 *   or `action`: `not_allowed`), `allowance_exhausted` for a correction without a share to take
 */
export function advanceListing(
  deps: ServiceDeps,
  scope: Scope,
  listingId: string,
  asked: Advance,
): Promise<ListingObject> {
  return inTransaction(deps, scope, async (tx) => {
    await lockAccountMode(tx);
    const [listing] = await lockListingsWithProjects(tx, [listingId]);
    const move = moveOf(listing!, asked);
    if (move.to === 'in_progress' && (await countInProgress(tx)) >= CAPACITY_LIMIT) {
      throw validationFailed([{ param: 'to', code: 'no_capacity' }]);
    }
    if (givesShareBack(listing!.status) && !givesShareBack(move.to)) await takeShareAgain(tx, listing!, deps.assetsUrl);
    const [moved] = await changeListings(tx, [{ listing: listing!, move }], deps.assetsUrl);
    await simulateLogin(tx, deps, moved!);
    await sql`update listing set moved_by_hand = true where id = ${listingId}`.execute(tx.sql);
    wakeListings(tx, [listingId]);
    return presentListing(moved!, deps.assetsUrl);
  });
}

function moveOf({ status }: ListingView, { to = NEXT[status], reason, live_url, action }: Advance): ListingMove {
  if (!to) {
    throw validationFailed([{ param: 'to', code: 'required' }], `A listing that is ${status} needs a \`to\`.`);
  }
  const misplaced: Failure[] = [
    ...(live_url !== undefined && to !== 'live' ? [{ param: 'live_url', code: 'not_allowed' as const }] : []),
    ...(action !== undefined && to !== 'action_required' ? [{ param: 'action', code: 'not_allowed' as const }] : []),
  ];
  const why = reason ?? onlyReason(status, to);
  const refusal = refuseMove(status, { to, ...(why === undefined ? {} : { reason: why }) });
  if (refusal) misplaced.unshift({ param: refusal, code: 'not_allowed' });
  if (misplaced.length > 0) throw validationFailed(misplaced);
  return {
    to,
    ...(why === undefined ? {} : { reason: why }),
    ...(live_url === undefined ? {} : { live_url }),
    ...(to === 'action_required' ? { action: actionOf(action) } : {}),
  };
}

function actionOf(asked: Advance['action']): ListingAction {
  return { code: 'provide_details', waiting_on: 'client', client_message: MESSAGE, ...asked };
}
