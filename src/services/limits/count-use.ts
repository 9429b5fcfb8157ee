import { CompiledQuery } from 'kysely';
import type { Sql } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { floorToHour, HOUR_MS } from '../../domain/time.ts';
import { ServiceError } from '../../errors.ts';
import type { ServiceDeps } from '../deps.ts';

/** A table that counts: its primary key is a subject and a period. */
interface CountTable {
  name: string;
  subject: string;
  period: string;
  count: string;
}

const HOURLY_COUNT: CountTable = { name: 'hourly_count', subject: 'subject', period: 'hour', count: 'count' };

/**
 * The statement behind every limit of so many uses a period: counts one use and gives the count, or gives no row when the
 * period's uses are used up. It is exact over any number of processes.
 *
 * @param terms SQL: the subject as text, the start of the period, the most uses, and a `from` clause to take these from
 * @param table where to count
 */
export function countUseStatement(
  terms: { subject: string; period: string; most: string; from?: string },
  table: CountTable = HOURLY_COUNT,
): string {
  const { name, subject, period, count } = table;
  return `
    insert into ${name} (${subject}, ${period}, ${count})
    select ${terms.subject}, ${terms.period}, 1 ${terms.from ?? ''}
    on conflict (${subject}, ${period}) do update set ${count} = ${name}.${count} + 1
      where ${name}.${count} < ${terms.most}
    returning ${count} as count`;
}

const COUNT_USE = countUseStatement({ subject: '$1::text', period: '$2::timestamptz', most: '$3::int' });

/**
 * Counts one use of a subject.
 *
 * @returns whether it was within the limit
 */
export async function countUse(db: Sql, subject: string, periodStart: Date, most: number): Promise<boolean> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(COUNT_USE, [subject, periodStart, most]));
  return rows.length > 0;
}

/** An operation's own limit: so many uses in each UTC hour, for an account and mode or for one object of theirs. */
export interface HourlyLimit {
  name: string;
  most: number;
  /** Says in one sentence what the limit is. */
  message: string;
}

/**
 * Counts one use of an operation that has its own limit for an account and mode.
 *
 * @throws ServiceError `rate_limited` with the time until the next hour
 */
export async function countHourly(deps: ServiceDeps, limit: HourlyLimit, scope: Scope): Promise<void> {
  await countOrRefuse(deps, limit, `${scope.account_id}/${scope.livemode}`);
}

/**
 * Counts one use of an operation that has its own limit for each object.
 *
 * @throws ServiceError `rate_limited` with the time until the next hour
 */
export async function countHourlyOf(deps: ServiceDeps, limit: HourlyLimit, objectId: string): Promise<void> {
  await countOrRefuse(deps, limit, objectId);
}

async function countOrRefuse({ db, clock }: ServiceDeps, limit: HourlyLimit, of: string): Promise<void> {
  const now = clock.now();
  const hour = floorToHour(now);
  if (await countUse(db.sql, `${limit.name}/${of}`, hour, limit.most)) return;
  throw new ServiceError('rate_limited', limit.message, {
    retryAfterSeconds: Math.ceil((hour.getTime() + HOUR_MS - now.getTime()) / 1_000),
  });
}
