import { Type } from 'typebox';
import { findEvent, listEvents as findEvents } from '../../db/finders/events.ts';
import { EVENT_GROUPS, EVENT_TYPES } from '../../domain/events.ts';
import { EventSchema } from '../../resources/event.ts';
import { id, listOf, oneOf } from '../../resources/schema-kit.ts';
import { listQuery, pageOf, presentPage } from '../list.ts';
import { operation } from '../operation.ts';

/**
 * A cursor is refused as soon as the first event that it would go on with has left the feed, and 90 days after its issue;
 * so a poller is told if and only if it would miss an event of its filters that it has not been given, or stayed away for
 * 90 days. The cursor itself says when, and nothing is read for it: it carries the time of that event where there was one,
 * else that of its issue, since whatever is recorded later stays longer. It begins after what the filters left out, so that
 * polling for what is rare does not read the feed again. (Order is that of commits, and times are those of the beginning of
 * transactions: where two events stand the other way round than their times, the time of the first decides.)
 */
export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  tag: 'Events',
  summary: 'Read the event feed, oldest first',
  query: listQuery({
    type: Type.Optional(oneOf([...EVENT_TYPES, ...EVENT_GROUPS])),
    project: Type.Optional(id('project')),
  }),
  success: {
    status: 200,
    description: 'A page of events. There is always a `next_cursor`, to go on from or to poll with.',
    schema: listOf('EventList', EventSchema),
  },
  errors: ['cursor_expired'],
  isList: true,
  async handle(request) {
    const { deps, caller, query } = request;
    const page = pageOf<number>(request);
    const events = await findEvents(deps.db.sql, caller.scope, query, page, deps.clock.now());
    return {
      ...presentPage(
        request,
        events,
        (event): unknown => JSON.parse(event.body),
        (event) => event.position,
      ),
      next_cursor: request.issueCursor(events.upTo, events.nextCreatedAt),
    };
  },
});

export const getEvent = operation({
  id: 'getEvent',
  method: 'GET',
  path: '/events/{event_id}',
  tag: 'Events',
  summary: 'Read an event',
  success: { status: 200, description: 'The event.', schema: EventSchema },
  errors: ['not_found'],
  find: { kind: 'event', by: ({ db, clock }, { scope }, eventId) => findEvent(db.sql, scope, eventId, clock.now()) },
  handle: ({ found }) => Promise.resolve(JSON.parse(found.body) as unknown),
});
