import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ServiceDeps } from '../deps.ts';

/** Where a delivery stands. Times are ISO 8601. */
export interface DeliveryState {
  status: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  /** The start of the last attempt; null before the first. */
  lastAttemptedAt: string | null;
  nextAttemptAt: string | null;
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
      'd.status',
      'd.attempts',
      'd.last_attempted_at',
      'd.next_attempt_at',
      'd.event_type',
      'w.url',
      'd.last_error',
      'd.last_http_status',
    ])
    .where('d.id', '=', deliveryId)
    .executeTakeFirst();
  return row
    ? {
        status: row.status,
        attempts: row.attempts,
        lastAttemptedAt: row.last_attempted_at?.toISOString() ?? null,
        nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
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
 * @param taskToken of the waiting activity
 * @param at the workflow's time
 * @returns whether it is due now; false when this attempt was made already or the delivery has ended
 */
export async function makeAttemptDue(
  { db, wake }: Pick<ServiceDeps, 'db' | 'wake'>,
  deliveryId: string,
  attempt: number,
  taskToken: Uint8Array,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_delivery set due_at = ${at}, task_token = ${Buffer.from(taskToken)}
    where id = ${deliveryId} and status = 'pending' and attempts = ${attempt - 1}
  `.execute(db.sql);
  if (numAffectedRows === 0n) return false;
  wake('deliveries');
  return true;
}
