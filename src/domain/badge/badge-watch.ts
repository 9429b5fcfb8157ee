/** When an installed badge is looked for again, and when it counts as gone. */
import { fractionOf } from '../spread.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';

/** What a reading of a project's site came to; `unreadable` where there was no page to look at. */
export const BADGE_FINDINGS = ['installed', 'missing', 'unreadable'] as const;
export type BadgeFinding = (typeof BADGE_FINDINGS)[number];

/** Times are ISO 8601. */
export interface BadgeWatch {
  /** When the badge was last found. */
  foundAt: string;
  dueAt: string;
  /** Readings in a row without the badge; one that could not be made neither counts nor ends the row. */
  missing: number;
  /** Readings in a row that could not be made. */
  unreadable: number;
}

const WEEK_MS = 7 * DAY_MS;

/** Badges that were found in one second are looked for within so long. */
const SPREAD_MS = 6 * HOUR_MS;

const MISSING_ENOUGH = 2;
const UNREADABLE_ENOUGH = 7;

/** Begins a week after a reading that found the badge. */
export function watchFrom(projectId: string, foundAt: string): BadgeWatch {
  const dueAt = later(foundAt, WEEK_MS + fractionOf(projectId) * SPREAD_MS);
  return { foundAt, dueAt, missing: 0, unreadable: 0 };
}

/** After a reading that did not find it: the next is a day later. */
export function afterMiss(watch: BadgeWatch, finding: Exclude<BadgeFinding, 'installed'>, now: string): BadgeWatch {
  const dueAt = later(now, DAY_MS);
  return finding === 'missing'
    ? { ...watch, dueAt, missing: watch.missing + 1, unreadable: 0 }
    : { ...watch, dueAt, unreadable: watch.unreadable + 1 };
}

/** Whether the badge is gone: missing twice in a row, or the site not readable for a week. */
export function isGone({ missing, unreadable }: BadgeWatch): boolean {
  return missing >= MISSING_ENOUGH || unreadable >= UNREADABLE_ENOUGH;
}

function later(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString();
}
