import { createAccount } from '../../src/services/accounts/create-account.ts';
import { createApiKey } from '../../src/services/accounts/api-keys.ts';
import type { ServiceDeps } from '../../src/services/deps.ts';

type Deps = Pick<ServiceDeps, 'db' | 'clock'>;

/** An account that has bought nothing yet, with a full key for each mode. */
export async function createSetupAccount(deps: Deps): Promise<{ accountId: string; test: string; live: string }> {
  const accountId = await createAccount(deps, { name: 'New agency', ownerEmail: 'owner@new.example' });
  const keyOf = async (livemode: boolean) =>
    (await createApiKey(deps, { account_id: accountId, livemode }, { permissions: 'full' })).key;
  return { accountId, test: await keyOf(false), live: await keyOf(true) };
}

/** Sets how many requests the account has made this hour. */
export async function setHourlyRequests(
  { db, clock }: Deps,
  accountId: string,
  livemode: boolean,
  count: number,
): Promise<void> {
  await setHourlyCount({ db, clock }, `requests/${accountId}/${livemode}`, count);
}

/** Sets how many images the account has imported by URL this hour. */
export async function setHourlyImports(
  { db, clock }: Deps,
  accountId: string,
  livemode: boolean,
  count: number,
): Promise<void> {
  await setHourlyCount({ db, clock }, `imports/${accountId}/${livemode}`, count);
}

async function setHourlyCount({ db, clock }: Deps, subject: string, count: number): Promise<void> {
  await db.pool.query(
    `insert into hourly_count (subject, hour, count) values ($1, date_trunc('hour', $2::timestamptz, 'UTC'), $3)
     on conflict (subject, hour) do update set count = excluded.count`,
    [subject, clock.now(), count],
  );
}
