import { sql } from 'kysely';
import type { ServiceDeps } from '../deps.ts';
import { RETENTION_MS } from '../idempotency/claim-key.ts';

/** Counts are asked for in their own hour or day only. */
const COUNTS_KEPT_MS = 2 * 24 * 3_600_000;

const EMAILS_KEPT_MS = 90 * 24 * 3_600_000;

/** Deletes at most `limit` rows that were kept long enough at a time. @returns how many */
type SweepRows = (deps: ServiceDeps, now: Date, limit: number) => Promise<number>;

/** Idempotency keys, with their answers, after 24 hours (specification part 8). */
export const sweepIdempotencyKeys = sweepByAge('idempotency_key', 'created_at', RETENTION_MS);

/** Mail that logins received, after 90 days: what it asks for was done long before. */
export const sweepEmails = sweepByAge('email', 'received_at', EMAILS_KEPT_MS);

/** The counts of hours and days that are over. */
export const sweepHourlyCounts = sweepByAge('hourly_count', 'hour', COUNTS_KEPT_MS);

/** The turns that drivers took at directories, of days that are over. */
export const sweepDirectoryTurns = sweepByAge('directory_pace', 'day', COUNTS_KEPT_MS);

function sweepByAge(table: string, column: string, keptMs: number): SweepRows {
  return async ({ db }, now, limit) => {
    const before = new Date(now.getTime() - keptMs);
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${limit} for update skip locked
      ))
    `.execute(db.sql);
    return Number(numAffectedRows);
  };
}
