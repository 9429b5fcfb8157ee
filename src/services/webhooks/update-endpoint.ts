import { sql } from 'kysely';
import type { Scope } from '../../db/scope.ts';
import type { AddressPolicy } from '../../outbound/address-policy.ts';
import { presentWebhookEndpoint, type WebhookEndpointObject } from '../../resources/webhook-endpoint.ts';
import { inTransaction, type Tx, type TransactionDeps } from '../transaction.ts';
import { requireWebhookUrl } from './check-endpoint-url.ts';
import { lockEndpoint, readLockedEndpoint, wakeEndpointHealth } from './lock-endpoint.ts';
import { wakeDeliveries } from './wake-deliveries.ts';

/** What is not given keeps its value. */
export interface EndpointChange {
  url?: string;
  events?: string[];
  description?: string | null;
  enabled?: boolean;
}

/**
 * Changes an endpoint. One that is enabled again starts with a clean slate, and what was held for it goes out.
 *
 * @throws ServiceError `endpoint_url_invalid`, `not_found`
 */
export function updateEndpoint(
  deps: TransactionDeps & { policy: AddressPolicy },
  scope: Scope,
  endpointId: string,
  change: EndpointChange,
): Promise<WebhookEndpointObject> {
  if (change.url !== undefined) requireWebhookUrl(change.url, deps.policy);
  return writeChange(deps, scope, endpointId, change);
}

/**
 * Enables or disables an endpoint, as its owner does.
 *
 * @throws ServiceError `not_found`
 */
export async function setEndpointEnabled(
  deps: TransactionDeps,
  scope: Scope,
  endpointId: string,
  enabled: boolean,
): Promise<void> {
  await writeChange(deps, scope, endpointId, { enabled });
}

async function writeChange(
  deps: TransactionDeps,
  scope: Scope,
  endpointId: string,
  { enabled, ...change }: EndpointChange,
): Promise<WebhookEndpointObject> {
  const updated = await inTransaction(deps, scope, async (tx) => {
    const before = await lockEndpoint(tx, endpointId);
    const isTurnedOn = enabled === true && !before.enabled;
    await tx.sql
      .updateTable('webhook_endpoint')
      .set({
        ...change,
        updated_at: tx.now,
        ...(enabled === false && { enabled, disabled_reason: 'requested' as const }),
        ...(isTurnedOn && { enabled, disabled_reason: null, failing_since: null, warned_at: null }),
      })
      .where('id', '=', endpointId)
      .execute();
    if (isTurnedOn) await wakeHeldDeliveries(tx, endpointId);
    if (enabled !== undefined) wakeEndpointHealth(tx, endpointId, before);
    return presentWebhookEndpoint(await readLockedEndpoint(tx, endpointId), tx.now);
  });
  if (enabled === true) deps.wake('deliveries');
  return updated;
}

/** Temporal's clock may be so far ahead of this one, and a workflow hold what is not due here yet. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** First attempts were due all the time; later ones have workflows, which wait without a timer once they are due. */
function wakeHeldDeliveries(tx: Tx, endpointId: string): Promise<void> {
  const dueBefore = new Date(tx.now.getTime() + CLOCKS_DIFFER_MS);
  return wakeDeliveries(tx, sql`endpoint_id = ${endpointId} and next_attempt_at <= ${dueBefore}`);
}
