import { sql } from 'kysely';
import type { ServiceDeps } from '../deps.ts';
import { RETENTION_MS } from '../idempotency/claim-key.ts';

/** Counts are asked for in their own hour or day only. */
const COUNTS_KEPT_MS = 2 * 24 * 3_600_000;

/** Deletes idempotency keys, with their answers, after 24 hours (specification part 8). @returns how many */
export async function sweepIdempotencyKeys({ db }: ServiceDeps, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_MS);
  const { numAffectedRows } = await sql`
    delete from idempotency_key where ctid = any(array(
      select ctid from idempotency_key where created_at < ${before} limit ${limit} for update skip locked
    ))
  `.execute(db.sql);
  return Number(numAffectedRows);
}

/** Deletes the counts of hours and days that are over. @returns how many */
export async function sweepHourlyCounts({ db }: ServiceDeps, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - COUNTS_KEPT_MS);
  const { numAffectedRows } = await sql`
    delete from hourly_count where ctid = any(array(
      select ctid from hourly_count where hour < ${before} limit ${limit} for update skip locked
    ))
  `.execute(db.sql);
  return Number(numAffectedRows);
}
