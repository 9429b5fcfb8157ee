import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { DeliveryStatus } from '../../db/entities/webhook.ts';
import type { ServiceDeps } from '../deps.ts';

/** Where a delivery's schedule stands. Times are ISO 8601. */
export interface DeliveryState {
  status: DeliveryStatus;
  /** Of the schedule. */
  attempts: number;
  /** When the schedule's next attempt falls due; null when there is none. */
  nextAttemptAt: string | null;
  /** Whether its attempts wait for the endpoint to be enabled. */
  isHeld: boolean;
  eventType: string;
  url: string;
  lastError: string | null;
  lastHttpStatus: number | null;
}

/** The delivery's present state, or null when it is gone with its event or endpoint. */
export async function readDelivery(db: Database, deliveryId: string): Promise<DeliveryState | null> {
  const row = await db.sql
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as w', 'w.id', 'd.endpoint_id')
    .select([
      'd.schedule_status',
      'd.attempts',
      'd.next_attempt_at',
      'd.event_type',
      'w.url',
      'w.enabled',
      'd.last_error',
      'd.last_http_status',
    ])
    .where('d.id', '=', deliveryId)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst();
  return row
    ? {
        status: row.schedule_status,
        attempts: row.attempts,
        nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
        isHeld: !row.enabled && row.event_type !== 'ping',
        eventType: row.event_type,
        url: row.url,
        lastError: row.last_error,
        lastHttpStatus: row.last_http_status,
      }
    : null;
}

/**
 * Makes a scheduled attempt due; the dispatcher sends it and its outcome completes the activity that waits for it.
 *
 * @param attempt the number of this attempt, from 2 on
 * @param at the workflow's time
 * @param taskToken of the activity that waits
 * @returns whether it is due now; false when this attempt was made already, the delivery has ended, or it is held
 */
export async function makeAttemptDue(
  { db, wake }: Pick<ServiceDeps, 'db' | 'wake'>,
  deliveryId: string,
  attempt: number,
  at: Date,
  taskToken?: Uint8Array,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_delivery d set schedule_due_at = ${at}, task_token = ${taskToken ? Buffer.from(taskToken) : null}
    from webhook_endpoint w
    where d.id = ${deliveryId} and d.schedule_status = 'pending' and d.attempts = ${attempt - 1}
      and w.id = d.endpoint_id and w.deleted_at is null and (w.enabled or d.event_type = 'ping')
  `.execute(db.sql);
  if (numAffectedRows === 0n) return false;
  wake('deliveries');
  return true;
}
