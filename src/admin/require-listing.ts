import type { Sql } from '../db/database.ts';
import { readListingRecord, type ListingRecord } from '../services/listings/listing-records.ts';
import { Refusal } from './refusal.ts';

/**
 * The listing with this id.
 *
 * @throws Refusal when there is none
 */
export async function requireListing(db: Sql, listingId: string): Promise<ListingRecord> {
  const listing = await readListingRecord(db, listingId);
  if (!listing) throw new Refusal(`There is no listing ${listingId}.`);
  return listing;
}
