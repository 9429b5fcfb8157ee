import { newId } from '../../db/new-id.ts';
import type { ServiceDeps } from '../deps.ts';

const TEST_LAUNCHES = 100;

/**
 * Makes an account with both its modes: test mode with 100 launches, live mode with none until a purchase.
 *
 * @returns its `acc_` id
 */
export async function createAccount(
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  account: { name: string; ownerEmail: string },
): Promise<string> {
  const now = clock.now();
  const id = newId('account', now);
  await db.sql.transaction().execute(async (sql) => {
    await sql
      .insertInto('account')
      .values({ id, name: account.name, owner_email: account.ownerEmail, created_at: now })
      .execute();
    await sql
      .insertInto('account_mode')
      .values([
        { account_id: id, livemode: false, launches_total: TEST_LAUNCHES, launches_used: 0 },
        { account_id: id, livemode: true, launches_total: 0, launches_used: 0 },
      ])
      .execute();
    await sql
      .insertInto('feed_head')
      .values([
        { account_id: id, livemode: false, position: 0 },
        { account_id: id, livemode: true, position: 0 },
      ])
      .execute();
  });
  return id;
}
