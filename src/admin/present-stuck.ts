import type { Page } from '../db/page.ts';
import { toSecond } from '../domain/time.ts';
import type { ListingRecord } from '../services/listings/listing-records.ts';
import type { Parked } from './list-parked.ts';
import { listingDetailsJson } from './present-listing.ts';
import { reportList } from './report-list.ts';
import { formatTable, type Report } from './report.ts';

/** Listings that wait for an operator, each with why. Where Temporal was not asked, that is said. */
export function reportStuck(page: Page<ListingRecord>, { reasons, unknown }: Parked, assetsUrl: string): Report {
  const { json, text } = reportList(page, {
    json: (listing) => ({
      ...listingDetailsJson(listing, assetsUrl),
      why: whyStuck(listing, reasons),
      parked: reasons.get(listing.id) ?? null,
    }),
    table: (listings) => stuckTable(listings, reasons),
    none: unknown === null ? 'No listing waits for an operator.' : 'The database knows of no listing that waits.',
  });
  if (unknown === null) return { json: { ...json, parked_unknown: null }, text };
  return {
    json: { ...json, parked_unknown: unknown },
    text: `${text}\n\nWhat is parked is not known, and may be missing here. ${unknown}`,
  };
}

function stuckTable(listings: ListingRecord[], reasons: Parked['reasons']): string {
  return formatTable(
    ['ID', 'STATUS', 'SINCE', 'DIRECTORY', 'PROJECT', 'WHY'],
    listings.map((listing) => [
      listing.id,
      listing.status,
      toSecond(listing.moved_at),
      listing.directory_slug,
      listing.project_name,
      whyStuck(listing, reasons),
    ]),
  );
}

/** What is parked says so itself; of the others it follows from where they stand. */
function whyStuck({ id, status, action, review_days, has_driver }: ListingRecord, reasons: Parked['reasons']): string {
  const reason = reasons.get(id);
  if (reason !== undefined) return reason;
  if (status === 'submitted') {
    const review = review_days === null ? 'how long it takes is not known' : `it takes ${review_days} days as a rule`;
    return `the directory has not answered: ${review}`;
  }
  if (action) return `the ${action.waiting_on} has not done ${action.code}`;
  return has_driver
    ? 'it has not been submitted by HTTP for a day: its workflow says why'
    : 'an operator must submit it';
}
