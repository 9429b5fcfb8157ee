import type { Database } from '../db/database.ts';
import type { AttemptError } from '../db/entities/webhook.ts';
import { nextAttemptAt } from '../domain/webhook-schedule.ts';

/** How one attempt ended. */
export interface AttemptOutcome {
  /** The incarnation that claimed it. */
  claim: number;
  deliveryId: string;
  /** Attempts made before this one. */
  attempts: number;
  attemptedAt: Date;
  httpStatus: number | null;
  durationMs: number;
  error: AttemptError | null;
}

export function isSuccess({ httpStatus, error }: Pick<AttemptOutcome, 'httpStatus' | 'error'>): boolean {
  return error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
}

// An outcome counts only while its claim stands and no other attempt was recorded. The first failure starts the
// workflow that owns the rest of the schedule; a scheduled attempt completes the activity that waits for it.
const RECORD = `
with outcome as (
  select * from unnest($1::bigint[], $2::text[], $3::int[], $4::timestamptz[], $5::int[], $6::int[], $7::text[], $8::boolean[],
    $9::timestamptz[]) as o(claim, id, attempts, attempted_at, http_status, duration_ms, error, succeeded, next_attempt_at)
), recorded as (
  update webhook_delivery d set
    attempts = d.attempts + 1,
    status = case when o.succeeded then 'succeeded' when o.next_attempt_at is null then 'failed' else 'pending' end,
    next_attempt_at = case when o.succeeded then null else o.next_attempt_at end,
    due_at = null, claim = null, claimed_at = null,
    last_attempted_at = o.attempted_at, last_http_status = o.http_status, last_duration_ms = o.duration_ms,
    last_error = o.error
  from outcome o where d.id = o.id and d.claim = o.claim and d.attempts = o.attempts
  returning d.id, d.endpoint_id, d.attempts, d.status, d.task_token, o.attempted_at, o.http_status, o.duration_ms,
    o.error, o.succeeded
), logged as (
  insert into webhook_attempt (delivery_id, endpoint_id, attempt, attempted_at, http_status, duration_ms, error,
    succeeded)
  select id, endpoint_id, attempts, attempted_at, http_status, duration_ms, error, succeeded from recorded
), told as (
  insert into outbox (kind, target, payload)
  select case when task_token is null then 'start' else 'complete_attempt' end, 'delivery/' || id,
    json_build_object('taskToken', encode(task_token, 'base64'))
  from recorded where task_token is not null or status = 'pending'
  returning 1
)
select (select count(*)::int from recorded) as recorded, (select count(*)::int from told) as told`;

/**
 * Writes the outcomes of claimed attempts in one statement, with the messages to Temporal that follow from them. Those
 * whose claim is lost are discarded.
 *
 * @returns whether there is something for the outbox relay
 */
export async function recordOutcomes(db: Database, outcomes: AttemptOutcome[]): Promise<boolean> {
  const values = [
    outcomes.map((outcome) => outcome.claim),
    outcomes.map((outcome) => outcome.deliveryId),
    outcomes.map((outcome) => outcome.attempts),
    outcomes.map((outcome) => outcome.attemptedAt),
    outcomes.map((outcome) => outcome.httpStatus),
    outcomes.map((outcome) => outcome.durationMs),
    outcomes.map((outcome) => outcome.error),
    outcomes.map(isSuccess),
    outcomes.map((outcome) => nextAttemptAt(outcome.attempts + 1, outcome.attemptedAt)),
  ];
  const { rows } = await db.pool.query<{ told: number }>({ name: 'record_outcomes', text: RECORD, values });
  return rows[0]!.told > 0;
}
