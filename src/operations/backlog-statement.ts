/** Nothing is counted beyond it. */
const MAX_COUNTED = 10_000;
/** Endpoints with due deliveries, and accounts with waiting listings, that are looked at. */
const MAX_OWNERS = 1_000;
/** Listings in progress at once, per account and mode (specification part 8). */
const CAPACITY_LIMIT = 100;

/** How long ago, never less than 0; 0 for null. */
const seconds = (now: string, at: string) => `coalesce(greatest(0, extract(epoch from ${now} - ${at})), 0)::float8`;

// Every part reads through an index that holds little but what waits, and stops at a limit. Endpoints with due rows and
// accounts with a queue are found by skipping through their indexes, as the claim does. Stuck is what `listing stuck`
// takes for it, of those live listings that have stood longest.
/** @param $1 the service's time */
export const BACKLOG_STATEMENT = `
with recursive due(endpoint_id) as (
  (select endpoint_id from webhook_delivery where due_at is not null and claim is null order by endpoint_id limit 1)
  union all
  select (
    select d.endpoint_id from webhook_delivery d
    where d.due_at is not null and d.claim is null and d.endpoint_id > due.endpoint_id order by d.endpoint_id limit 1
  ) from due where due.endpoint_id is not null
), due_endpoint as (
  select w.id, w.failing_since is not null as failing from (select endpoint_id from due limit ${MAX_OWNERS}) d
  join webhook_endpoint w on w.id = d.endpoint_id and w.enabled and w.deleted_at is null
), due_count as (
  select failing, count(*) as count from (
    select e.failing from due_endpoint e cross join lateral (
      select from webhook_delivery d where d.endpoint_id = e.id and d.due_at is not null and d.claim is null
      limit ${MAX_COUNTED}
    ) d limit ${MAX_COUNTED}
  ) counted group by failing
), due_oldest as (
  select e.failing, min(d.due_at) as at from due_endpoint e cross join lateral (
    select due_at from webhook_delivery where endpoint_id = e.id and due_at is not null and claim is null
    order by due_at limit 1
  ) d group by e.failing
), queue(account_id, livemode) as (
  (select account_id, livemode from listing where queued_at is not null order by account_id, livemode limit 1)
  union all
  select l.account_id, l.livemode from queue cross join lateral (
    select account_id, livemode from listing
    where queued_at is not null and (account_id, livemode) > (queue.account_id, queue.livemode)
    order by account_id, livemode limit 1
  ) l
), queue_head as (
  select q.account_id, q.livemode, oldest.queued_at, oldest.grantable_at, (
    select count(*) < ${CAPACITY_LIMIT} from (
      select from listing l where l.account_id = q.account_id and l.livemode = q.livemode and l.status = 'in_progress'
      limit ${CAPACITY_LIMIT}
    ) taken
  ) and exists (select from account a where a.id = q.account_id and a.suspended_at is null) as has_room
  from (select * from queue limit ${MAX_OWNERS}) q cross join lateral (
    select min(l.queued_at) as queued_at, min(l.queued_at) filter (where p.hold_reason is null) as grantable_at
    from (
      (select queued_at, project_id from listing l
       where l.account_id = q.account_id and l.livemode = q.livemode and queued_at is not null and queue_rank = 0
       order by queued_at limit 100)
      union all
      (select queued_at, project_id from listing l
       where l.account_id = q.account_id and l.livemode = q.livemode and queued_at is not null and queue_rank = 1
       order by queued_at limit 100)
    ) l join project p on p.id = l.project_id
  ) oldest
), standing as (
  select case
    when l.status = 'submitted' then
      case when l.moved_at < $1::timestamptz - greatest(coalesce(2 * d.review_days, 30), 1) * interval '1 day'
        then 'not_answered' end
    when l.status = 'action_required' then
      case when l.action ->> 'waiting_on' <> 'service' and l.moved_at < $1::timestamptz - interval '14 days'
        then 'action_overdue' end
    when d.driver is null then 'to_submit'
    when l.moved_at < $1::timestamptz - interval '1 day' then 'driver_late'
  end as why
  from (
    select status, moved_at, action, directory_id from listing
    where livemode and status in ('in_progress', 'submitted', 'action_required')
    order by moved_at, id limit ${MAX_COUNTED}
  ) l join directory d on d.id = l.directory_id
), stuck as (
  select count(*) filter (where why = 'to_submit') as to_submit, count(*) filter (where why = 'driver_late') as driver_late,
    count(*) filter (where why = 'not_answered') as not_answered,
    count(*) filter (where why = 'action_overdue') as action_overdue
  from standing
)
select
  coalesce((select count from due_count where not failing), 0) as due,
  ${seconds('$1::timestamptz', '(select at from due_oldest where not failing)')} as due_oldest_seconds,
  coalesce((select count from due_count where failing), 0) as failing_due,
  ${seconds('$1::timestamptz', '(select at from due_oldest where failing)')} as failing_due_oldest_seconds,
  (select count(*) from (select from webhook_delivery where claim is not null limit ${MAX_COUNTED}) c) as in_flight,
  (select count(*) from (select from outbox limit ${MAX_COUNTED}) c) as outbox_waiting,
  ${seconds('clock_timestamp()', '(select created_at from outbox order by id limit 1)')} as outbox_oldest_seconds,
  (select count(*) from (select from outbox where failures > 0 limit ${MAX_COUNTED}) c) as outbox_failing,
  (select count(*) from (select from listing where queued_at is not null limit ${MAX_COUNTED}) c) as queued,
  ${seconds('$1::timestamptz', '(select min(queued_at) from queue_head)')} as queued_oldest_seconds,
  ${seconds('$1::timestamptz', '(select min(grantable_at) from queue_head where has_room)')} as grantable_oldest_seconds,
  (select count(*) from (select from report where status = 'building' limit ${MAX_COUNTED}) c) as reports_building,
  ${seconds('$1::timestamptz', "(select min(created_at) from report where status = 'building')")} as reports_oldest_seconds,
  stuck.*
from stuck`;
