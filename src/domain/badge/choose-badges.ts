import { fitOf, type DirectoryRules, type ProductTraits } from '../eligibility.ts';
import type { ListingStatus } from '../listing-status.ts';
import { ALLOWANCE_TOTAL } from '../progress.ts';

/** A directory that asks for a badge, as a project finds it. */
export interface BadgeCandidate extends DirectoryRules {
  open: boolean;
  excluded: boolean;
  /** Of the project's listing there; null where it has none. */
  listing_status: ListingStatus | null;
}

/**
 * Whose badges a project shows: where it is listed or about to be, then, best first, where it could be once its badge is
 * installed. A directory that declined the project or took it down is owed no badge.
 *
 * @param candidates best first
 * @returns at most as many as the allowance has directories
 */
export function chooseBadges<T extends BadgeCandidate>(product: ProductTraits, candidates: readonly T[]): T[] {
  const installed = { ...product, badge_status: 'installed' };
  const listed = candidates.filter(({ listing_status: status }) => status !== null && !hasEnded(status));
  const possible = candidates.filter(
    (candidate) =>
      candidate.listing_status === null && candidate.open && !candidate.excluded && fitOf(installed, candidate).fits,
  );
  return [...listed, ...possible].slice(0, ALLOWANCE_TOTAL);
}

function hasEnded(status: ListingStatus): boolean {
  return status === 'not_accepted' || status === 'cancelled';
}
