/** What a transaction leaves for others: events with their deliveries, and messages to Temporal. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Sql } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import type { EventType } from '../domain/events.ts';
import type { Traceparent } from '../trace.ts';
import { toSecond } from '../domain/time.ts';

export interface NewEvent {
  type: EventType;
  /** The `prj_` id; null for `ping`. */
  project: string | null;
  /** `object` as it is right after the change, `previous_status`, and what the type adds (specification 6.1). */
  data: Record<string, unknown>;
  /** The only endpoint to deliver it to, whatever its filter and whether it is enabled or not. */
  endpoint?: string;
}

/** An event that has its id. */
export type IdentifiedEvent = NewEvent & { id: string };

export interface OutboxMessage {
  kind: 'wake' | 'start' | 'complete_attempt';
  target: string;
  payload?: unknown;
}

/** @param traceparent of what sends them */
export async function writeOutbox(
  db: Sql,
  messages: OutboxMessage[],
  traceparent: Traceparent | null = null,
): Promise<void> {
  await sql`/* prepared write_outbox */
    insert into outbox (kind, target, payload, traceparent)
    select m.kind, m.target, m.payload, ${traceparent}
    from json_to_recordset(${JSON.stringify(messages)}::json) as m(kind text, target text, payload json)
  `.execute(db);
}

/**
 * Appends events to the feed of their account and mode, with a pending delivery for each endpoint whose filter matches.
 * Takes the feed's head, so it must be the transaction's last statement: positions are then gapless and in commit order.
 *
 * @param traceparent of what they are the events of
 */
export async function writeEvents(
  db: Sql,
  scope: Scope,
  events: IdentifiedEvent[],
  now: Date,
  traceparent: Traceparent | null = null,
): Promise<void> {
  const rows = events.map((event) => ({ ...event, body: eventBody(scope, event, now) }));
  await sql`/* prepared write_events, then commit */
    with head as (
      update feed_head set position = position + ${rows.length}
      where account_id = ${scope.account_id} and livemode = ${scope.livemode}
      returning position - ${rows.length} as before
    ), new_event as (
      insert into event (account_id, livemode, position, id, type, project_id, body, created_at)
      select ${scope.account_id}, ${scope.livemode}, head.before + row_number() over (order by e.ordinality),
        e.id, e.type, e.project_id, e.body, ${now}
      from head, unnest(
        ${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.type)}::text[],
        ${rows.map((row) => row.project)}::text[], ${rows.map((row) => row.body)}::text[]
      ) with ordinality as e(id, type, project_id, body, ordinality)
      returning id, type, position
    )
    insert into webhook_delivery (id, account_id, livemode, endpoint_id, event_position, event_id, event_type,
      schedule_status, next_attempt_at, schedule_due_at, created_at, traceparent)
    select 'wd_' || substr(e.id, 5, 8) || substr(encode(sha256((e.id || w.id)::bytea), 'hex'), 1, 14),
      ${scope.account_id}, ${scope.livemode}, w.id, e.position, e.id, e.type, 'pending', ${now}, ${now}, ${now}, ${traceparent}
    from new_event e
      left join unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.endpoint ?? null)}::text[])
        as target(event_id, endpoint_id) on target.event_id = e.id and target.endpoint_id is not null
      join webhook_endpoint w on w.account_id = ${scope.account_id} and w.livemode = ${scope.livemode}
        and w.deleted_at is null
        and case when target.endpoint_id is null
          then w.enabled and w.events && array[e.type, split_part(e.type, '.', 1) || '.*', '*']
          else w.id = target.endpoint_id end
  `.execute(db);
}

/** The id of an event's delivery to an endpoint: there is one for the two. `writeEvents` makes the same in SQL. */
export function deliveryIdOf(eventId: string, endpointId: string): string {
  const hash = createHash('sha256')
    .update(eventId + endpointId)
    .digest('hex');
  return `wd_${eventId.slice(4, 12)}${hash.slice(0, 14)}`;
}

function eventBody(scope: Scope, event: IdentifiedEvent, now: Date): string {
  return JSON.stringify({
    object: 'event',
    id: event.id,
    type: event.type,
    created_at: toSecond(now),
    livemode: scope.livemode,
    project: event.project,
    data: event.data,
  });
}
