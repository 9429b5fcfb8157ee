/** The figures that a report sums its listings up with. */
import { LISTING_STATUSES, type ListingStatus } from '../domain/listing-status.ts';
import type { ReportListing } from './report-data.ts';
import { counted } from './wording.ts';

export function countStatuses(listings: readonly ReportListing[]): Record<ListingStatus, number> {
  const counts = Object.fromEntries(LISTING_STATUSES.map((status) => [status, 0])) as Record<ListingStatus, number>;
  for (const { status } of listings) counts[status]++;
  return counts;
}

export function summarySentence(listings: readonly ReportListing[]): string {
  const counts = countStatuses(listings);
  if (listings.length === 0) return 'No listings yet: the project has not been sent to any directory.';
  const parts = [`${counts.live} of ${counted(listings.length, 'listing')} ${counts.live === 1 ? 'is' : 'are'} live`];
  if (counts.submitted > 0) parts.push(`${counts.submitted} with the directories for review`);
  const inWork = counts.pending + counts.in_progress;
  if (inWork > 0) parts.push(`${inWork} in preparation`);
  if (counts.action_required > 0) parts.push(`${counts.action_required} waiting for an action`);
  const ended = counts.not_accepted + counts.cancelled;
  if (ended > 0) parts.push(`${ended} not accepted or cancelled`);
  return `${parts.join(', ')}.`;
}

export interface RatingFigures {
  highest: number;
  median: number;
  /** How many have a rating from 0 to 19, 20 to 39 and so on. */
  bands: number[];
}

export const BAND_WIDTH = 20;
const BANDS = 5;

/** The ratings of the directories where a project is live; null where it is live nowhere. */
export function ratingsOfLive(listings: readonly ReportListing[]): RatingFigures | null {
  const ratings = listings
    .filter(({ status }) => status === 'live')
    .map(({ domainRating }) => domainRating)
    .toSorted((a, b) => a - b);
  if (ratings.length === 0) return null;
  const bands = Array.from({ length: BANDS }, () => 0);
  for (const rating of ratings) bands[Math.min(BANDS - 1, Math.floor(rating / BAND_WIDTH))]!++;
  const middle = Math.floor(ratings.length / 2);
  const median = ratings.length % 2 === 1 ? ratings[middle]! : (ratings[middle - 1]! + ratings[middle]!) / 2;
  return { highest: ratings.at(-1)!, median: Math.round(median), bands };
}
