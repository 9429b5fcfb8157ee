import { toSecond } from '../domain/time.ts';
import type { ListingRecord } from '../services/listings/listing-records.ts';
import { listingDetailsJson } from './present-listing.ts';
import { formatTable } from './report.ts';

/** A listing that waits for an operator, with why, for programs. */
export function stuckJson(listing: ListingRecord) {
  return { ...listingDetailsJson(listing), why: whyStuck(listing) };
}

/** Listings that wait for an operator, for people, one a line. */
export function stuckTable(listings: ListingRecord[]): string {
  return formatTable(
    ['ID', 'STATUS', 'SINCE', 'DIRECTORY', 'PROJECT', 'WHY'],
    listings.map((listing) => [
      listing.id,
      listing.status,
      toSecond(listing.moved_at),
      listing.directory_slug,
      listing.project_name,
      whyStuck(listing),
    ]),
  );
}

function whyStuck({ status, action, review_days, has_driver }: ListingRecord): string {
  if (status === 'submitted') {
    const review = review_days === null ? 'how long it takes is not known' : `it takes ${review_days} days as a rule`;
    return `the directory has not answered: ${review}`;
  }
  if (action) return `the ${action.waiting_on} has not done ${action.code}`;
  return has_driver ? 'it could not be submitted by HTTP: its workflow says why' : 'an operator must submit it';
}
