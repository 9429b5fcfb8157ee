/** What must hold of any event feed, checked from the feed alone. Its order is the order of commits. */
import assert from 'node:assert/strict';
import type { FeedEvent } from './feed.ts';

/** Each event stands once, and each object's `previous_status` is the status that its event before left it with. */
export function checkFeed(feed: FeedEvent[]): void {
  assert.equal(new Set(feed.map((event) => event.id)).size, feed.length, 'an event stands twice');
  const statuses = new Map<string, string>();
  for (const { type, data } of feed) {
    const { id, status } = data.object;
    const previous = statuses.get(id) ?? (type.startsWith('listing.') ? 'pending' : 'draft');
    assert.equal(data.previous_status, previous, `${type} of ${id}`);
    assert.equal(status, type === 'project.launched' ? 'in_progress' : type.split('.')[1], `${type} of ${id}`);
    statuses.set(id, status);
  }
}

/** The most listings that were in progress at once. */
export function inFlightPeak(feed: FeedEvent[]): number {
  let inFlight = 0;
  let peak = 0;
  for (const { type, data } of feed) {
    if (!type.startsWith('listing.')) continue;
    if (data.object.status === 'in_progress') inFlight++;
    if (data.previous_status === 'in_progress') inFlight--;
    peak = Math.max(peak, inFlight);
  }
  return peak;
}
