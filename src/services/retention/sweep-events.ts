import { sql } from 'kysely';
import { feedBegins } from '../../domain/feed.ts';
import type { TransactionDeps } from '../transaction.ts';

/** Small enough for a batch to end within a fraction of a second, with many deliveries of each event. */
const BATCH_SIZE = 200;

/**
 * Deletes events that have left the feed, oldest first, with their deliveries and the attempts of these (specification part
 * 8). It waits for nobody's rows: an event that another holds, or of which a delivery is being sent, is left to the next
 * run. Positions are the feed head's and stay as they are.
 *
 * The workflows of deliveries that were still to be tried are told to look: they find nothing, and end.
 *
 * @param limit how many events at most
 * @returns how many; 0 when none is left
 */
export async function sweepEvents(
  { db, wake }: Pick<TransactionDeps, 'db' | 'wake'>,
  now: Date,
  limit: number,
): Promise<number> {
  // A delivery's id begins with the letters of its event's time, so the primary key finds those of an event. Arrays and
  // `offset 0` keep the planner to the rows that are named. An id is made of letters and digits, which stand before '~'.
  const { rows } = await sql<{ events: number; told: number }>`
    with old as materialized (
      select id from event
      where created_at < ${feedBegins(now)}
        and id <> all(array(select event_id from webhook_delivery where claim is not null))
      order by created_at limit ${Math.min(limit, BATCH_SIZE)} for update skip locked
    ), delivery as materialized (
      select d.id, d.event_id from (select distinct 'wd_' || substr(id, 5, 8) as prefix from old) t
        cross join lateral (
          select id, event_id from webhook_delivery where id >= t.prefix and id < t.prefix || '~' offset 0
        ) d
      where d.event_id in (select id from old)
    ), free as materialized (
      select id from webhook_delivery
      where id = any(array(select id from delivery)) and claim is null for update skip locked
    ), gone as materialized (
      select id from old
      where id <> all(array(select event_id from delivery where id not in (select id from free)))
    ), dropped as (
      delete from webhook_delivery
      where id = any(array(select d.id from delivery d join gone on gone.id = d.event_id))
      returning id, schedule_status, attempts
    ), told as (
      insert into outbox (kind, target)
      select 'wake', 'delivery/' || id from dropped where schedule_status = 'pending' and attempts > 0
      returning 1
    ), swept as (
      delete from event where id = any(array(select id from gone)) returning 1
    )
    select (select count(*) from swept) as events, (select count(*) from told) as told
  `.execute(db.sql);
  const { events, told } = rows[0]!;
  if (told > 0) wake('outbox');
  return events;
}
