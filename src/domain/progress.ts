/** A project's listing counts, and the allowance that follows from them (specification 2.2). */
import type { ListingStatus } from './listing-status.ts';

export const ALLOWANCE_TOTAL = 100;

export type Progress = { total: number } & Record<ListingStatus, number>;

export interface Allowance {
  total: number;
  used: number;
  reserved: number;
  available: number;
}

export function progressOf(counts: Iterable<{ status: ListingStatus; count: number }>): Progress {
  const progress: Progress = {
    total: 0,
    pending: 0,
    in_progress: 0,
    action_required: 0,
    submitted: 0,
    live: 0,
    not_accepted: 0,
    cancelled: 0,
  };
  for (const { status, count } of counts) {
    progress[status] += count;
    progress.total += count;
  }
  return progress;
}

/** Submitted and live listings use their share; unfinished ones reserve it; ended ones gave it back. */
export function allowanceOf(progress: Progress): Allowance {
  const used = progress.submitted + progress.live;
  const reserved = progress.pending + progress.in_progress + progress.action_required;
  return { total: ALLOWANCE_TOTAL, used, reserved, available: ALLOWANCE_TOTAL - used - reserved };
}
