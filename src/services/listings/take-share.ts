import { allowanceOf } from '../../domain/progress.ts';
import { ServiceError } from '../../errors.ts';
import { lockListings } from '../../db/finders/listings.ts';
import type { ListingView } from '../../resources/listing.ts';
import type { Tx } from '../transaction.ts';
import { changeListings, wakeListings } from './change-listings.ts';

/**
 * Makes room in the allowance for a correction of a listing that gave its share back: when none is free, the newest
 * pending listing that the service picked is withdrawn for it. The project is locked.
 *
 * @throws ServiceError `allowance_exhausted` when there is none to withdraw
 */
export async function takeShareAgain(tx: Tx, listing: ListingView, assetsUrl: string): Promise<void> {
  const { progress } = await tx.sql
    .selectFrom('project')
    .select('progress')
    .where('id', '=', listing.project_id)
    .executeTakeFirstOrThrow();
  if (allowanceOf(progress!).available > 0) return;
  const newest = await tx.sql
    .selectFrom('listing')
    .select('id')
    .where('project_id', '=', listing.project_id)
    .where('status', '=', 'pending')
    .where('auto_added', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('directory_rating')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!newest) {
    throw new ServiceError(
      'allowance_exhausted',
      'The allowance has no free share, and no pending listing to give way.',
    );
  }
  const [givesWay] = await lockListings(tx.sql, [newest.id]);
  await changeListings(tx, [{ listing: givesWay!, move: { to: 'cancelled', reason: 'withdrawn' } }], assetsUrl);
  wakeListings(tx, [newest.id]);
}
