import { unwrap } from './api-error.ts';
import type { Client } from './create-client.ts';
import { sleep } from './sleep.ts';
import type { operations } from './schema.ts';
import type { Event } from './types.ts';

type Filters = NonNullable<operations['listEvents']['parameters']['query']>;

export interface FollowOptions extends Pick<Filters, 'type' | 'project'> {
  /** Where to go on: the `cursor` of the last page that was handled. Without one, from the oldest event that is kept. */
  cursor?: string;
  /** How long to wait when there is nothing new; 5,000 unless set. */
  pollIntervalMs?: number;
  /** Ends it; it then throws the signal's reason. */
  signal?: AbortSignal;
}

export interface EventPage {
  /** None when there was nothing new. */
  events: Event[];
  /** Keep it once the events are handled: whoever goes on from it misses nothing and sees nothing twice. */
  cursor: string;
}

/**
 * The event feed, page by page, for ever: it waits and asks again when there is nothing new.
 *
 * @throws ApiError `cursor_expired` for a cursor that is older than 90 days, and as a call does
 */
export async function* followEvents(
  client: Client,
  { cursor, pollIntervalMs = 5_000, signal, ...filters }: FollowOptions = {},
): AsyncGenerator<EventPage, never, undefined> {
  for (;;) {
    const query = { limit: 100, ...filters, ...(cursor === undefined ? {} : { cursor }) };
    const page = await unwrap(client.GET('/events', { params: { query }, ...(signal ? { signal } : {}) }));
    cursor = page.next_cursor!;
    // `openapi-fetch` drops members that can only be null from the types of answers.
    yield { events: page.data as unknown as Event[], cursor };
    if (!page.has_more) await sleep(pollIntervalMs, signal);
  }
}
