/** When the attempts of a webhook delivery fall due (specification 6.4). */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The wait before attempt n + 1, counted from the start of attempt n; the index is n - 1. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];

export const MAX_ATTEMPTS = WAITS_MS.length + 1;

/**
 * The time of the next attempt, or null when there is none left.
 *
 * @param attempts how many were made
 * @param lastAttemptedAt when the last of them started
 */
export function nextAttemptAt(attempts: number, lastAttemptedAt: Date): Date | null {
  const waitMs = WAITS_MS[attempts - 1];
  return waitMs === undefined ? null : new Date(lastAttemptedAt.getTime() + waitMs);
}
