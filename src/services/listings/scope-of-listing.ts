import type { Sql } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';

/** The account and mode of a listing that a workflow looks after. It must exist. */
export function scopeOfListing(db: Sql, listingId: string): Promise<Scope> {
  return db
    .selectFrom('listing')
    .select(['account_id', 'livemode'])
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow();
}
