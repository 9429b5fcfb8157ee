import { sql } from 'kysely';
import type { Scope } from '../../db/scope.ts';
import { floorToHour, HOUR_MS } from '../../domain/time.ts';
import { ServiceError } from '../../errors.ts';
import type { ServiceDeps } from '../deps.ts';

/** Images imported by URL an hour, per account and mode (specification part 8). */
const MAX_IMPORTS_PER_HOUR = 60;

/**
 * Counts an import by URL.
 *
 * @throws ServiceError `rate_limited`
 */
export async function countImport({ db, clock }: ServiceDeps, scope: Scope): Promise<void> {
  const now = clock.now();
  const hour = floorToHour(now);
  const { rows } = await sql`
    insert into hourly_count (subject, hour, count)
    values (${`imports/${scope.account_id}/${scope.livemode}`}, ${hour}, 1)
    on conflict (subject, hour) do update set count = hourly_count.count + 1
      where hourly_count.count < ${MAX_IMPORTS_PER_HOUR}
    returning count
  `.execute(db.sql);
  if (rows.length > 0) return;
  throw new ServiceError('rate_limited', `At most ${MAX_IMPORTS_PER_HOUR} images an hour are imported by URL.`, {
    retryAfterSeconds: Math.ceil((hour.getTime() + HOUR_MS - now.getTime()) / 1_000),
  });
}
