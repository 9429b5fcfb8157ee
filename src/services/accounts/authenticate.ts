import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { floorToHour, HOUR_MS } from '../../domain/time.ts';
import { ServiceError } from '../../errors.ts';
import { countUseStatement } from '../limits/count-use.ts';
import { accountState, type AccountState } from '../../resources/account.ts';

/** Requests an hour, per account and mode (specification part 8). */
export const HOURLY_REQUESTS = { beforeFirstPurchase: 600, after: 3_600 } as const;

/** The prefix of a key decides its mode (specification part 5). */
export const KEY_PREFIXES = { live: 'svc_live_', test: 'svc_test_' } as const;

/** Who makes a request, and what the hour has left for them. */
export interface Caller {
  scope: Scope;
  keyId: string;
  permissions: 'full' | 'read';
  accountName: string;
  state: AccountState;
  rate: { limit: number; remaining: number; resetsAt: Date };
  /** True when this request is beyond the hour's limit; it was not counted then. */
  overLimit: boolean;
}

interface KeyRow {
  id: string;
  account_id: string;
  livemode: boolean;
  permissions: 'full' | 'read';
  name: string;
  /** Times are text here: all that matters is whether there is one. */
  suspended_at: string | null;
  first_purchase_at: string | null;
  hourly_limit: number;
}

// The key is one JSON column, because each column costs the driver extra.
const AUTHENTICATE = `
with key as (
  select k.id, k.account_id, k.livemode, k.permissions, a.name, a.suspended_at, a.first_purchase_at,
    case when a.first_purchase_at is null then $4::int else $5::int end as hourly_limit
  from api_key k join account a on a.id = k.account_id
  where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
), used as (
  update api_key set last_used_at = $2 from key
  where api_key.id = key.id and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')
), counted as (
  ${countUseStatement({
    subject: "'requests/' || account_id || '/' || livemode",
    period: '$3',
    most: '(select hourly_limit from key)',
    from: 'from key',
  })}
)
select row_to_json(key) as key, counted.count from key left join counted on true`;

/**
 * Finds the key's account and counts the request, in one round trip. The count is exact over any number of processes;
 * the key's last use is noted to the minute.
 *
 * @throws ServiceError `api_key_invalid`
 */
export async function authenticate(db: Database, clock: Clock, apiKey: string): Promise<Caller> {
  const now = clock.now();
  const hour = floorToHour(now);
  const { rows } = await db.pipeline.query<{ key: KeyRow; count: number | null }>({
    name: 'authenticate',
    text: AUTHENTICATE,
    values: [hashApiKey(apiKey), now, hour, HOURLY_REQUESTS.beforeFirstPurchase, HOURLY_REQUESTS.after],
  });
  if (!rows[0]) throw new ServiceError('api_key_invalid', 'The API key is unknown, revoked or expired.');
  const { key, count } = rows[0];
  return {
    scope: { account_id: key.account_id, livemode: key.livemode },
    keyId: key.id,
    permissions: key.permissions,
    accountName: key.name,
    state: accountState(key),
    rate: {
      limit: key.hourly_limit,
      remaining: Math.max(0, key.hourly_limit - (count ?? key.hourly_limit)),
      resetsAt: new Date(hour.getTime() + HOUR_MS),
    },
    overLimit: count === null,
  };
}

/** What is stored of a key: it has 190 random bits, so one round of SHA-256 protects it. */
export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}
