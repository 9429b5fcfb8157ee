const MINUTE_MS = 60_000;
const LONGEST_MS = 6 * 3_600_000;

/**
 * How long a provider of domain ratings is left alone: 1 minute after the first failure, doubling to 6 hours, or as long as
 * it said where that is longer.
 *
 * @param failures in a row, at least 1
 */
export function ratingPauseMs(failures: number, retryAfterMs: number | null): number {
  return Math.max(Math.min(MINUTE_MS * 2 ** (failures - 1), LONGEST_MS), retryAfterMs ?? 0);
}
