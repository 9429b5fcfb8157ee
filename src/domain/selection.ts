/** What `auto` takes of the catalog for a project, and what becomes of every other directory (specification 2.6). */
import {
  fitOf,
  MISMATCHES,
  type DirectoryRules,
  type Mismatch,
  type ProductTraits,
  type Requirement,
} from './eligibility.ts';

/** A directory of the catalog as a project finds it. */
export interface Candidate extends DirectoryRules {
  id: string;
  domain_rating: number;
  open: boolean;
  /** Whether the project has a listing there already. */
  used: boolean;
  excluded: boolean;
}

/** Every candidate, each in one group. */
export interface Selection {
  selected: Candidate[];
  /** Would fit, but the allowance ends before them. */
  beyond_limit: Candidate[];
  not_matching: Record<Mismatch, Candidate[]>;
  /** Take the kind of product, but not before these requirements are met. */
  locked: { candidate: Candidate; unmet: Requirement[] }[];
  excluded: Candidate[];
  closed: Candidate[];
  used: Candidate[];
}

/**
 * Sorts the catalog for a project.
 *
 * @param candidates the whole catalog, best first
 * @param limit how many may be selected
 */
export function select(product: ProductTraits, candidates: readonly Candidate[], limit: number): Selection {
  const selection: Selection = {
    selected: [],
    beyond_limit: [],
    not_matching: Object.fromEntries(
      MISMATCHES.map((mismatch) => [mismatch, [] as Candidate[]]),
    ) as Selection['not_matching'],
    locked: [],
    excluded: [],
    closed: [],
    used: [],
  };
  for (const candidate of candidates) place(selection, product, candidate, limit);
  return selection;
}

function place(selection: Selection, product: ProductTraits, candidate: Candidate, limit: number): void {
  if (candidate.used) return void selection.used.push(candidate);
  if (!candidate.open) return void selection.closed.push(candidate);
  if (candidate.excluded) return void selection.excluded.push(candidate);
  const fit = fitOf(product, candidate);
  if (fit.fits) {
    (selection.selected.length < limit ? selection.selected : selection.beyond_limit).push(candidate);
  } else if ('unmet' in fit) selection.locked.push({ candidate, unmet: fit.unmet });
  else selection.not_matching[fit.mismatch].push(candidate);
}

/** How many directories each requirement alone would open, most first. */
export function unlocksOf({ locked }: Selection): { requirement: Requirement; directories: number }[] {
  const alone = locked.flatMap(({ unmet }) => (unmet.length === 1 ? unmet : []));
  const counts = Map.groupBy(alone, (requirement) => requirement);
  return [...counts]
    .map(([requirement, of]) => ({ requirement, directories: of.length }))
    .sort((a, b) => b.directories - a.directories || a.requirement.localeCompare(b.requirement));
}

/** The middle of sorted ratings, rounded to an integer; null of none. */
export function medianRating(selected: readonly Candidate[]): number | null {
  if (selected.length === 0) return null;
  const ratings = selected.map((candidate) => candidate.domain_rating).sort((a, b) => a - b);
  const middle = ratings.length / 2;
  return Math.round((ratings[Math.ceil(middle) - 1]! + ratings[Math.floor(middle)]!) / 2);
}
