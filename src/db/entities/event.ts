import { defineEntity, p } from '@mikro-orm/core';
import type { EventType } from '../../domain/events.ts';

export const Event = defineEntity({
  name: 'event',
  tableName: 'event',
  properties: {
    account_id: p.text().primary(),
    livemode: p.boolean().primary(),
    /** Gapless and in commit order within its account and mode. */
    position: p.bigint('number').primary(),
    id: p.text(),
    type: p.text().$type<EventType>(),
    project_id: p.text().nullable(),
    /** The event as JSON text: what the feed shows and every attempt sends, byte for byte. */
    body: p.text(),
    created_at: p.datetime(),
  },
});

/** The last position given out. Taken last in a transaction, it orders the commits of its account and mode. */
export const FeedHead = defineEntity({
  name: 'feed_head',
  tableName: 'feed_head',
  properties: {
    account_id: p.text().primary(),
    livemode: p.boolean().primary(),
    position: p.bigint('number').default(0),
  },
});
