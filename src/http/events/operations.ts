import { Type } from 'typebox';
import { findEvent, listEvents as findEvents } from '../../db/finders/events.ts';
import { EVENT_GROUPS, EVENT_TYPES } from '../../domain/events.ts';
import { EventSchema } from '../../resources/event.ts';
import { id, listOf, oneOf } from '../../resources/schema-kit.ts';
import { listQuery, pageOf, presentPage } from '../list.ts';
import { operation } from '../operation.ts';

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
    const events = await findEvents(deps.db.sql, caller.scope, query, page);
    const position = events.rows.at(-1)?.position ?? page.after ?? 0;
    return {
      ...presentPage(
        request,
        events,
        (event): unknown => JSON.parse(event.body),
        (event) => event.position,
      ),
      next_cursor: request.issueCursor(position),
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
  find: { kind: 'event', by: ({ db }, { scope }, eventId) => findEvent(db.sql, scope, eventId) },
  handle: ({ found }) => Promise.resolve(JSON.parse(found.body) as unknown),
});
