import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';
import type { AccountObject } from '../../resources/account.ts';
import { CAPACITY_LIMIT } from '../listings/grant-slots.ts';
import type { Caller } from './authenticate.ts';

/** The caller's account in the mode of its key (specification 2.5). */
export async function readAccount(db: Sql, caller: Caller): Promise<AccountObject> {
  const { account_id, livemode } = caller.scope;
  const { rows } = await sql<{ total: number; used: number; in_flight: number }>`
    select launches_total as total, launches_used as used, (
      select count(*)::int from listing
      where account_id = ${account_id} and livemode = ${livemode} and status = 'in_progress'
    ) as in_flight
    from account_mode where account_id = ${account_id} and livemode = ${livemode}
  `.execute(db);
  const { total, used, in_flight } = rows[0]!;
  return {
    object: 'account',
    livemode,
    name: caller.accountName,
    state: caller.state,
    launches: { available: total - used, used, total },
    capacity: { in_flight, limit: CAPACITY_LIMIT },
    rate_limit: {
      limit: caller.rate.limit,
      remaining: caller.rate.remaining,
      resets_at: caller.rate.resetsAt.toISOString(),
    },
  };
}
