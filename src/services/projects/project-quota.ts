import { sql } from 'kysely';
import { ServiceError } from '../../errors.ts';
import { floorToDay } from '../../domain/time.ts';
import { lockAccountMode } from '../accounts/lock-account-mode.ts';
import { countUse } from '../limits/count-use.ts';
import type { Tx } from '../transaction.ts';

/** Before the first purchase, test mode holds this many projects and takes this many new ones a UTC day. */
const MAX_PROJECTS = 25;
const MAX_NEW_PER_DAY = 100;

/**
 * Refuses the project that this transaction has made if it is beyond the quota of test mode before the first purchase
 * (specification part 8). It is asked after the insert, so that a clash answers first. The account's lock makes the count
 * exact; created projects are counted by the day, deleted ones included.
 *
 * @throws ServiceError `quota_exceeded`
 */
export async function requireProjectQuota(tx: Tx): Promise<void> {
  await lockAccountMode(tx);
  const { sql: db, scope, now } = tx;
  const { rows } = await sql<{ projects: number }>`
    select count(*)::int as projects from project
    where account_id = ${scope.account_id} and livemode = ${scope.livemode}
  `.execute(db);
  const isNewToday = await countUse(db, `projects/${scope.account_id}`, floorToDay(now), MAX_NEW_PER_DAY);
  if (rows[0]!.projects > MAX_PROJECTS || !isNewToday) {
    throw new ServiceError(
      'quota_exceeded',
      `Before the first purchase test mode allows ${MAX_PROJECTS} projects and ${MAX_NEW_PER_DAY} new ones a day.`,
    );
  }
}
