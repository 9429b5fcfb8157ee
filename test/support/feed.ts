import type { Call } from './api-client.ts';
import { expectStatus } from './factories.ts';

export interface FeedEvent {
  id: string;
  type: string;
  project: string | null;
  data: {
    object: { id: string; status: string; launched_at?: string };
    previous_status: string | null;
  };
}

/** The whole feed of a key's account and mode, as a client reads it: by following the cursor. */
export async function readFeed(call: Call, key: string): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  let cursor = '';
  for (;;) {
    const path = `/events?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const page = expectStatus(await call('GET', path, { key }), 200).body;
    events.push(...(page.data as FeedEvent[]));
    if (!page.has_more) return events;
    cursor = page.next_cursor as string;
  }
}
