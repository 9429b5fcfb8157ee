/** How long events are kept in the feed, and cursors are good (specification part 8). */
export const FEED_KEPT_MS = 90 * 86_400_000;

/** The time of the oldest events that are kept: one that is older by a millisecond has left the feed. */
export function feedBegins(now: Date): Date {
  return new Date(now.getTime() - FEED_KEPT_MS);
}
