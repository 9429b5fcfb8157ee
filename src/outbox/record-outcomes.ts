import type { Database } from '../db/database.ts';
import type { AttemptError } from '../db/entities/webhook.ts';
import { nextAttemptAt } from '../domain/webhook-schedule.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';

/** How one attempt ended. */
export interface AttemptOutcome {
  /** The incarnation that claimed it. */
  claim: number;
  delivery: Pick<ClaimedDelivery, 'id' | 'endpoint_id' | 'attempts' | 'schedule_status' | 'is_retry'>;
  attemptedAt: Date;
  httpStatus: number | null;
  durationMs: number;
  error: AttemptError | null;
}

export function isSuccess({ httpStatus, error }: Pick<AttemptOutcome, 'httpStatus' | 'error'>): boolean {
  return error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
}

// An outcome counts only while its claim stands and no other attempt was recorded. A success ends the delivery whoever
// asked for the attempt; the failure of a retry leaves the schedule as it was. Temporal is told of what its workflows
// wait for: the first failure starts the one that owns the rest of the schedule, a scheduled attempt completes the
// activity that waits for it, and a retry that succeeds ends the wait for what is no longer needed. An endpoint's row is
// written only where its health turns, which its own workflow hears of, and locked before its deliveries, as everywhere.
const RECORD = `
with outcome as (
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::int[], $5::boolean[], $6::boolean[], $7::timestamptz[],
    $8::int[], $9::int[], $10::text[], $11::boolean[], $12::timestamptz[])
    as o(claim, id, endpoint_id, attempts, is_retry, was_pending, attempted_at, http_status, duration_ms, error, succeeded,
      next_attempt_at)
), turning as (
  select w.id from webhook_endpoint w
    join (select endpoint_id, bool_or(succeeded) as succeeded from outcome group by endpoint_id) o on o.endpoint_id = w.id
  where (w.failing_since is not null) = o.succeeded
  order by w.id for no key update of w
), recorded as (
  update webhook_delivery d set
    attempts = d.attempts + case when o.is_retry then 0 else 1 end,
    schedule_status = case
      when o.succeeded then 'succeeded'
      when o.is_retry then d.schedule_status
      when o.next_attempt_at is null then 'failed'
      else 'pending' end,
    next_attempt_at = case
      when o.succeeded then null
      when o.is_retry then d.next_attempt_at
      else o.next_attempt_at end,
    schedule_due_at = case when o.is_retry and not o.succeeded then d.schedule_due_at end,
    retry_asked_at = case when not o.is_retry and not o.succeeded then d.retry_asked_at end,
    claim = null, claimed_at = null,
    last_attempted_at = o.attempted_at, last_http_status = o.http_status, last_duration_ms = o.duration_ms,
    last_error = o.error
  from outcome o
  where d.id = o.id and d.claim = o.claim and d.attempts = o.attempts and (select count(*) from turning) >= 0
  returning d.id, d.endpoint_id, d.attempts, d.schedule_status, d.task_token, d.traceparent, o.is_retry, o.was_pending, o.attempted_at,
    o.http_status, o.duration_ms, o.error, o.succeeded
), logged as (
  insert into webhook_attempt (delivery_id, endpoint_id, attempt, attempted_at, http_status, duration_ms, error,
    succeeded)
  select id, endpoint_id, case when is_retry then null else attempts end, attempted_at, http_status, duration_ms, error,
    succeeded
  from recorded
), turned as (
  update webhook_endpoint w set failing_since = case when r.succeeded then null else r.first_at end, warned_at = null
  from (
    select endpoint_id, bool_or(succeeded) as succeeded, min(attempted_at) as first_at from recorded group by endpoint_id
  ) r
  where w.id = r.endpoint_id and w.deleted_at is null and (w.failing_since is not null) = r.succeeded
  returning w.id
), told as (
  insert into outbox (kind, target, payload, traceparent)
  select 'complete_attempt', 'delivery/' || id, json_build_object('taskToken', encode(task_token, 'base64')), traceparent
  from recorded where task_token is not null and (not is_retry or (succeeded and was_pending))
  union all
  select 'start', 'delivery/' || id, null, traceparent
  from recorded where task_token is null and not is_retry and schedule_status = 'pending'
  union all
  select 'wake', 'delivery/' || id, null, traceparent from recorded where is_retry and succeeded and was_pending and attempts > 0
  union all
  select 'wake', 'endpoint/' || id, null, null from turned
  returning 1
)
select (select count(*)::int from told) as told`;

/**
 * Writes the outcomes of claimed attempts in one statement, with the messages to Temporal that follow from them. Those
 * whose claim is lost are discarded.
 *
 * @returns whether there is something for the outbox relay
 */
export async function recordOutcomes(db: Database, outcomes: AttemptOutcome[]): Promise<boolean> {
  const values = [
    outcomes.map(({ claim }) => claim),
    outcomes.map(({ delivery }) => delivery.id),
    outcomes.map(({ delivery }) => delivery.endpoint_id),
    outcomes.map(({ delivery }) => delivery.attempts),
    outcomes.map(({ delivery }) => delivery.is_retry),
    outcomes.map(({ delivery }) => delivery.schedule_status === 'pending'),
    outcomes.map(({ attemptedAt }) => attemptedAt),
    outcomes.map(({ httpStatus }) => httpStatus),
    outcomes.map(({ durationMs }) => durationMs),
    outcomes.map(({ error }) => error),
    outcomes.map(isSuccess),
    outcomes.map(({ delivery, attemptedAt }) => nextAttemptAt(delivery.attempts + 1, attemptedAt)),
  ];
  const { rows } = await db.pool.query<{ told: number }>({ name: 'record_outcomes', text: RECORD, values });
  return rows[0]!.told > 0;
}
