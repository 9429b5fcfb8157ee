import { Type } from 'typebox';
import { findEvent, listEvents as findEvents } from '../../db/finders/events.ts';
import { EVENT_GROUPS, EVENT_TYPES } from '../../domain/events.ts';
import { EVENT_EXAMPLES } from '../../resources/examples/event.ts';
import { CURSOR, exampleList } from '../../resources/examples/ids.ts';
import { EventSchema } from '../../resources/event.ts';
import { described, id, listOf, oneOf } from '../../resources/schema-kit.ts';
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
  description: `The events of the last 90 days in the order in which they were committed. Follow \`next_cursor\`, which is always there: it walks forward, and
    then polls. A poller sees every event once. When a cursor has expired, read your objects again and begin without one.`,
  query: listQuery({
    type: described(
      Type.Optional(oneOf([...EVENT_TYPES, ...EVENT_GROUPS])),
      'Only events of this type, or of a group such as `listing.*`.',
    ),
    project: described(Type.Optional(id('project')), 'Only events of this project.'),
  }),
  success: {
    status: 200,
    description: 'A page of events. There is always a `next_cursor`, to go on from or to poll with.',
    schema: listOf('EventList', EventSchema),
    example: { ...exampleList(EVENT_EXAMPLES['listing.live']), next_cursor: CURSOR },
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
  description: 'The event as it was delivered, with its object as it was right after the change.',
  success: { status: 200, description: 'The event.', schema: EventSchema, example: EVENT_EXAMPLES['listing.live'] },
  errors: ['not_found'],
  find: { kind: 'event', by: ({ db, clock }, { scope }, eventId) => findEvent(db.sql, scope, eventId, clock.now()) },
  handle: ({ found }) => Promise.resolve(JSON.parse(found.body) as unknown),
});
