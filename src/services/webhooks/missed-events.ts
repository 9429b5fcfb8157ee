import { sql } from 'kysely';
import { matchesFilter, type EventType } from '../../domain/events.ts';
import { deliveryIdOf } from '../../outbox/record.ts';
import type { Tx } from '../transaction.ts';

/** So many events are read at a time, of which few may be missed. */
const SCAN = 2_000;

/** An endpoint, and the events of its account and mode that are looked at. */
export interface Walk {
  endpoint: { id: string; events: string[]; createdAt: Date };
  /** Older events are left alone. */
  since: Date;
  after: number;
  through: number;
}

/** What an endpoint missed between two positions. */
export interface Missed {
  /** Failed deliveries. */
  failed: string[];
  /** Events that should have had a delivery, with its id. */
  undelivered: { position: number; id: string }[];
  /** The last position looked at. */
  position: number;
}

interface ScannedEvent {
  id: string;
  type: EventType;
  position: number;
  created_at: Date;
}

/** Finds, in the order of the feed, the next events that an endpoint missed, `limit` of them at most. */
export async function findMissed(tx: Tx, walk: Walk, limit: number): Promise<Missed> {
  const { endpoint } = walk;
  const events = await scan(tx, walk);
  const statuses = await readStatuses(tx, events, endpoint.id);
  const missed: Missed = { failed: [], undelivered: [], position: walk.through };
  for (const event of events) {
    if (missed.failed.length + missed.undelivered.length === limit) return missed;
    const id = deliveryIdOf(event.id, endpoint.id);
    const status = statuses.get(id);
    if (status === 'failed') missed.failed.push(id);
    else if (status === undefined && isMeantFor(endpoint, event)) {
      missed.undelivered.push({ position: event.position, id });
    }
    missed.position = event.position;
  }
  return { ...missed, position: events.length < SCAN ? walk.through : missed.position };
}

/** Whether there would be a delivery, had the endpoint been as it is now. A ping goes to its own endpoint only. */
function isMeantFor({ events, createdAt }: Walk['endpoint'], { type, created_at }: ScannedEvent): boolean {
  return type !== 'ping' && created_at >= createdAt && matchesFilter(events, type);
}

function scan({ sql: db, scope }: Tx, { since, after, through }: Walk): Promise<ScannedEvent[]> {
  return db
    .selectFrom('event')
    .select(['id', 'type', 'position', 'created_at'])
    .where('account_id', '=', scope.account_id)
    .where('livemode', '=', scope.livemode)
    .where('position', '>', after)
    .where('position', '<=', through)
    .where('created_at', '>=', since)
    .orderBy('position')
    .limit(SCAN)
    .execute();
}

async function readStatuses({ sql: db }: Tx, events: ScannedEvent[], endpointId: string): Promise<Map<string, string>> {
  const ids = events.map(({ id }) => deliveryIdOf(id, endpointId));
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from webhook_delivery where id = any(${ids}::text[])
  `.execute(db);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Sends failed deliveries again, as a retry that their owner asks for. @returns how many */
export async function retryFailed(tx: Tx, ids: string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_delivery set retry_asked_at = ${tx.now} where id = any(${ids}::text[]) and status = 'failed'
  `.execute(tx.sql);
  return Number(numAffectedRows);
}

/** Makes deliveries, due at once, of events that have none to this endpoint and are still in the feed. @returns how many */
export async function deliverUndelivered(
  tx: Tx,
  endpointId: string,
  undelivered: Missed['undelivered'],
): Promise<number> {
  const { scope, now, traceparent } = tx;
  const { numAffectedRows } = await sql`
    with missed as materialized (
      select id, type, position from event
      where account_id = ${scope.account_id} and livemode = ${scope.livemode}
        and position = any(${undelivered.map(({ position }) => position)}::bigint[])
      for key share
    )
    insert into webhook_delivery (id, account_id, livemode, endpoint_id, event_position, event_id, event_type,
      schedule_status, next_attempt_at, schedule_due_at, created_at, traceparent)
    select d.id, ${scope.account_id}, ${scope.livemode}, ${endpointId}, m.position, m.id, m.type, 'pending',
      ${now}, ${now}, ${now}, ${traceparent}
    from missed m join unnest(
      ${undelivered.map(({ position }) => position)}::bigint[], ${undelivered.map(({ id }) => id)}::text[]
    ) as d(position, id) on d.position = m.position
    on conflict (id) do nothing
  `.execute(tx.sql);
  return Number(numAffectedRows);
}
