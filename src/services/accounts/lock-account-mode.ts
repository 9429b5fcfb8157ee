import { sql } from 'kysely';
import type { Tx } from '../transaction.ts';

/** Locks the account in this mode: the first lock of whatever must count or spend exactly. */
export async function lockAccountMode({ sql: db, scope }: Tx): Promise<void> {
  await sql`
    select 1 from account_mode
    where account_id = ${scope.account_id} and livemode = ${scope.livemode} for no key update
  `.execute(db);
}
