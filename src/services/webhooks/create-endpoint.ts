import { sql } from 'kysely';
import { newId } from '../../db/new-id.ts';
import type { Scope } from '../../db/scope.ts';
import { newWebhookSecret } from '../../crypto/webhook-signature.ts';
import { ServiceError } from '../../errors.ts';
import type { AddressPolicy } from '../../outbound/address-policy.ts';
import type { AccountState } from '../../resources/account.ts';
import { presentWebhookEndpoint, type WebhookEndpointObject } from '../../resources/webhook-endpoint.ts';
import { lockAccountMode } from '../accounts/lock-account-mode.ts';
import type { ServiceDeps } from '../deps.ts';
import { inTransaction, type Tx } from '../transaction.ts';
import { requireWebhookUrl } from './check-endpoint-url.ts';
import { readLockedEndpoint } from './lock-endpoint.ts';

const MAX_ENDPOINTS_BEFORE_PURCHASE = 3;

export interface NewEndpoint {
  url: string;
  events: string[];
  description: string | null;
  enabled: boolean;
}

/**
 * Registers an endpoint, which receives the events created after it. The secret is shown in this answer only.
 *
 * @throws ServiceError `endpoint_url_invalid`, `quota_exceeded`
 */
export function createEndpoint(
  deps: ServiceDeps & { policy: AddressPolicy },
  scope: Scope,
  state: AccountState,
  endpoint: NewEndpoint,
): Promise<WebhookEndpointObject> {
  requireWebhookUrl(endpoint.url, deps.policy);
  return inTransaction(deps, scope, async (tx) => {
    if (state === 'setup' && !scope.livemode) await requireEndpointQuota(tx);
    const secret = newWebhookSecret();
    const row = {
      ...scope,
      ...endpoint,
      id: newId('webhook_endpoint', tx.now),
      disabled_reason: endpoint.enabled ? null : ('requested' as const),
      created_at: tx.now,
      updated_at: tx.now,
    };
    await tx.sql
      .insertInto('webhook_endpoint')
      .values({ ...row, sealed_secret: deps.secrets.seal(secret) })
      .execute();
    return presentWebhookEndpoint(await readLockedEndpoint(tx, row.id), tx.now, secret);
  });
}

async function requireEndpointQuota(tx: Tx): Promise<void> {
  await lockAccountMode(tx);
  const { sql: db, scope } = tx;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_endpoint
    where account_id = ${scope.account_id} and livemode = ${scope.livemode} and deleted_at is null
  `.execute(db);
  if (rows[0]!.count >= MAX_ENDPOINTS_BEFORE_PURCHASE) {
    throw new ServiceError(
      'quota_exceeded',
      `Before the first purchase test mode allows ${MAX_ENDPOINTS_BEFORE_PURCHASE} webhook endpoints.`,
    );
  }
}
