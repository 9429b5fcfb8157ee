import { setTimeout } from 'node:timers/promises';
import type { EventFilter } from '../domain/events.ts';
import type { ApiClient } from './api-client.ts';
import { matchesFilters, narrowestType } from './event-filters.ts';
import { CursorExpired } from './failures.ts';
import { isFeedPage, type FeedEvent, type FeedPage } from './feed-page.ts';
import { persist, type Patience } from './persist.ts';
import { isShort, pacedDelayMs } from './rate.ts';

export interface FeedRequest {
  since: 'beginning' | 'now';
  events: readonly EventFilter[];
  project: string | null;
}

export interface FeedWatch extends Patience {
  /** Told when all that comes from now on is given out, with how many events were passed over if not all are. */
  ready: (passedOver: number | null) => void;
}

const PAGE_SIZE = '100';
/** The part of an idle wait that is taken after an event: 0.5 s of 3,600 requests an hour, 3 s of 600. */
const FAST = 1 / 4;

/**
 * Gives out the events of the feed in its order, each once, until it is aborted. A page is read when the events of the one
 * before have been taken, and a page that could not be read is read again from the same cursor.
 *
 * @throws Refusal when the API refuses the key or the request; the signal's reason when aborted
 */
export async function* followFeed(
  api: ApiClient,
  { since, events, project }: FeedRequest,
  watch: FeedWatch,
): AsyncGenerator<FeedEvent, never> {
  const read = createReader(api, { type: narrowestType(events), project }, watch);
  let cursor: string | null = null;
  if (since === 'now') {
    const end = await findEnd(read);
    ({ cursor } = end);
    watch.ready(end.passedOver);
  } else {
    watch.ready(null);
  }

  let haste = 0;
  for (;;) {
    const page: FeedPage | null = await read(cursor, haste).catch(unlessExpired);
    if (!page) {
      watch.notice(
        'The place in the feed is lost, since it is older than 90 days; going on from the oldest event kept.',
      );
      cursor = null;
      continue;
    }
    cursor = page.next_cursor;
    if (page.has_more) haste = 0;
    else haste = page.data.length > 0 ? FAST : Math.min(Math.max(FAST, haste * 2), 1);
    for (const event of page.data) if (matchesFilters(events, event.type)) yield event;
  }
}

type Read = (cursor: string | null, haste: number) => Promise<FeedPage>;

/** Walks to the first page after which there is no more: what it holds, and all before, came before the end of the walk. */
async function findEnd(read: Read): Promise<{ cursor: string; passedOver: number }> {
  let passedOver = 0;
  for (let cursor: string | null = null; ;) {
    const page = await read(cursor, 0);
    passedOver += page.data.length;
    cursor = page.next_cursor;
    if (!page.has_more) return { cursor, passedOver };
  }
}

/** Reads pages, no sooner than the hour's requests allow. */
function createReader(
  api: ApiClient,
  filters: { type: string | null; project: string | null },
  watch: FeedWatch,
): Read {
  let isSaving = false;
  const fixed = { limit: PAGE_SIZE, ...present(filters) };

  const pace = async (haste: number) => {
    const rate = api.rate();
    const nowMs = performance.now();
    if (isShort(rate, nowMs) && !isSaving) {
      watch.notice(
        `${rate.remaining} of ${rate.limit} requests are left in this hour; asking less often to save them.`,
      );
    }
    isSaving = isShort(rate, nowMs);
    const delayMs = pacedDelayMs(haste, rate, nowMs);
    if (delayMs > 0) await setTimeout(delayMs, undefined, { signal: watch.signal });
  };

  return async (cursor, haste) => {
    await pace(haste);
    const query = { ...fixed, ...present({ cursor }) };
    return persist(() => api.get('/events', query, isFeedPage), watch);
  };
}

function present(parameters: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null));
}

function unlessExpired(error: unknown): null {
  if (error instanceof CursorExpired) return null;
  throw error;
}
