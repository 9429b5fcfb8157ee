/** How a project's listings went on, told by the times that each listing keeps. */
import { givesShareBack, type ListingStatus } from './listing-status.ts';

/** What a listing is to someone who looks at the whole project. */
export const STAGES = ['live', 'review', 'preparation', 'ended'] as const;
export type Stage = (typeof STAGES)[number];

export interface ListingTimes {
  status: ListingStatus;
  createdAt: Date;
  submittedAt: Date | null;
  liveAt: Date | null;
  /** When the status last changed. */
  movedAt: Date;
}

/** How many listings stand where from a time on. */
export interface StageCounts {
  at: Date;
  counts: Record<Stage, number>;
}

export function stageOf(status: ListingStatus): Stage {
  if (status === 'live') return 'live';
  if (status === 'submitted') return 'review';
  return givesShareBack(status) ? 'ended' : 'preparation';
}

/**
 * The counts at each time at which one of them changed, oldest first, and at `until`. A listing that was corrected counts as
 * what its times still say; the last counts are always those of the present statuses.
 */
export function progressOverTime(listings: readonly ListingTimes[], until: Date): StageCounts[] {
  const steps = listings.flatMap(stepsOf).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const counts: Record<Stage, number> = { live: 0, review: 0, preparation: 0, ended: 0 };
  const course: StageCounts[] = [];
  for (const { at, from, to } of steps) {
    if (from) counts[from]--;
    counts[to]++;
    if (course.at(-1)?.at.getTime() === at.getTime()) course.pop();
    course.push({ at, counts: { ...counts } });
  }
  const last = course.at(-1);
  if (last && last.at < until) course.push({ at: until, counts: { ...counts } });
  return course;
}

interface Step {
  at: Date;
  from: Stage | null;
  to: Stage;
}

function stepsOf(listing: ListingTimes): Step[] {
  const now = stageOf(listing.status);
  const times: [Date | null, Stage][] = [
    [listing.submittedAt, 'review'],
    [listing.liveAt, 'live'],
    [listing.movedAt, now],
  ];
  const steps: Step[] = [{ at: listing.createdAt, from: null, to: 'preparation' }];
  for (const [at, to] of times) {
    const before = steps.at(-1)!;
    if (at && to !== before.to && at >= before.at) steps.push({ at, from: before.to, to });
  }
  const { to: reached } = steps.at(-1)!;
  if (reached !== now) steps.push({ at: steps.at(-1)!.at, from: reached, to: now });
  return steps;
}
