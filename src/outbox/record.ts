/** What a transaction leaves for others: events with their deliveries, and messages to Temporal. */
import { sql } from 'kysely';
import type { Sql } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import { newId } from '../db/new-id.ts';
import type { EventType } from '../domain/events.ts';
import { toSecond } from '../domain/time.ts';

export interface NewEvent {
  type: EventType;
  /** The `prj_` id; null for `ping`. */
  project: string | null;
  /** `object` as it is right after the change, `previous_status`, and what the type adds (specification 6.1). */
  data: Record<string, unknown>;
}

export interface OutboxMessage {
  kind: 'wake' | 'start' | 'complete_attempt';
  target: string;
  payload?: unknown;
}

export async function writeOutbox(db: Sql, messages: OutboxMessage[]): Promise<void> {
  await sql`
    insert into outbox (kind, target, payload)
    select m.kind, m.target, m.payload
    from json_to_recordset(${JSON.stringify(messages)}::json) as m(kind text, target text, payload json)
  `.execute(db);
}

/**
 * Appends events to the feed of their account and mode, with a pending delivery for each endpoint whose filter matches.
 * Takes the feed's head, so it must be the transaction's last statement: positions are then gapless and in commit order.
 *
 * A delivery's id is made of its event's and its endpoint's, so there can be only one for the two.
 */
export async function writeEvents(db: Sql, scope: Scope, events: NewEvent[], now: Date): Promise<void> {
  const rows = events.map((event) => {
    const id = newId('event', now);
    return { id, type: event.type, project_id: event.project, body: eventBody(id, scope, event, now) };
  });
  await sql`
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
        ${rows.map((row) => row.project_id)}::text[], ${rows.map((row) => row.body)}::text[]
      ) with ordinality as e(id, type, project_id, body, ordinality)
      returning id, type, position
    )
    insert into webhook_delivery (id, account_id, livemode, endpoint_id, event_position, event_id, event_type, status,
      next_attempt_at, due_at, created_at)
    select 'wd_' || substr(e.id, 5, 8) || substr(encode(sha256((e.id || w.id)::bytea), 'hex'), 1, 14),
      ${scope.account_id}, ${scope.livemode}, w.id, e.position, e.id, e.type, 'pending', ${now}, ${now}, ${now}
    from new_event e join webhook_endpoint w on w.account_id = ${scope.account_id} and w.livemode = ${scope.livemode}
      and w.enabled and w.events && array[e.type, split_part(e.type, '.', 1) || '.*', '*']
  `.execute(db);
}

function eventBody(id: string, scope: Scope, event: NewEvent, now: Date): string {
  return JSON.stringify({
    object: 'event',
    id,
    type: event.type,
    created_at: toSecond(now),
    livemode: scope.livemode,
    project: event.project,
    data: event.data,
  });
}
