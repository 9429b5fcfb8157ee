/** How fast a replay of missed events may go, so that fresh events of the endpoint do not stand behind it. */

/** How a replay ended. */
export type ReplayOutcome = 'finished' | 'cancelled' | 'endpoint_disabled' | 'endpoint_deleted';

/** So many attempts of an endpoint are due at once at most when a replay adds to them. */
export const REPLAY_MAX_DUE = 100;

/** A replay adds to no more than so many: batches are then worth their reading of the feed. */
const ADD_FROM_DUE = REPLAY_MAX_DUE / 2;

const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;

/**
 * How many attempts a replay may make due. To an endpoint whose last attempt failed one goes at a time, to see whether it
 * works again.
 *
 * @param due its attempts that are due or under way
 */
export function replayRoom(due: number, isFailing: boolean): number {
  if (isFailing) return due === 0 ? 1 : 0;
  return due <= ADD_FROM_DUE ? REPLAY_MAX_DUE - due : 0;
}

/**
 * How long a replay pauses before its next batch: longer and longer while there is no room, or the endpoint fails.
 *
 * @param pausedMs the pause before; null at the beginning
 */
export function replayPauseMs(batch: { room: number; isFailing: boolean }, pausedMs: number | null): number {
  if (pausedMs === null || (batch.room > 0 && !batch.isFailing)) return MIN_PAUSE_MS;
  return Math.min(MAX_PAUSE_MS, pausedMs * 2);
}
