import { sql } from 'kysely';
import type { Scope } from '../../db/scope.ts';
import type { ServiceDeps } from '../deps.ts';

/** Makes a mode have so many launches left. Meant for test mode, which spends nothing. */
export async function setTestLaunches({ db }: ServiceDeps, scope: Scope, available: number): Promise<void> {
  await db.sql
    .updateTable('account_mode')
    .set({ launches_total: sql`launches_used + ${available}` })
    .where('account_id', '=', scope.account_id)
    .where('livemode', '=', scope.livemode)
    .execute();
}
