import { idPattern } from '../domain/ids.ts';

/** What the command reads of an event (specification 2.12); the rest is passed on as it came. */
export interface FeedEvent {
  id: string;
  type: string;
  created_at: string;
  project: string | null;
}

/** A page of the event feed, which always has a cursor to go on from. */
export interface FeedPage {
  data: FeedEvent[];
  has_more: boolean;
  next_cursor: string;
}

const EVENT_ID = new RegExp(idPattern('event'));

export function isFeedPage(body: unknown): body is FeedPage {
  const page = body as Partial<FeedPage> | null;
  return (
    typeof page?.next_cursor === 'string' &&
    typeof page.has_more === 'boolean' &&
    Array.isArray(page.data) &&
    page.data.every(isEvent)
  );
}

function isEvent(value: unknown): boolean {
  const event = value as Partial<FeedEvent> | null;
  return (
    typeof event?.id === 'string' &&
    EVENT_ID.test(event.id) &&
    typeof event.type === 'string' &&
    typeof event.created_at === 'string' &&
    (event.project === null || typeof event.project === 'string')
  );
}
