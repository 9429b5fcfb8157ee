import { newWebhookSecret } from '../../crypto/webhook-signature.ts';
import type { Scope } from '../../db/scope.ts';
import { presentWebhookEndpoint, type WebhookEndpointObject } from '../../resources/webhook-endpoint.ts';
import type { ServiceDeps } from '../deps.ts';
import { inTransaction } from '../transaction.ts';
import { lockEndpoint, readLockedEndpoint } from './lock-endpoint.ts';

/** For so long the secret before signs too. */
const OVERLAP_MS = 24 * 3_600_000;

/**
 * Gives an endpoint a new secret, which is shown in this answer only (specification 6.3). The one before goes on signing
 * for 24 hours; one before that ends at once.
 *
 * @throws ServiceError `not_found`
 */
export function rotateSecret(deps: ServiceDeps, scope: Scope, endpointId: string): Promise<WebhookEndpointObject> {
  return inTransaction(deps, scope, async (tx) => {
    await lockEndpoint(tx, endpointId);
    const secret = newWebhookSecret();
    await tx.sql
      .updateTable('webhook_endpoint')
      .set((row) => ({
        sealed_secret: deps.secrets.seal(secret),
        previous_sealed_secret: row.ref('sealed_secret'),
        previous_secret_expires_at: new Date(tx.now.getTime() + OVERLAP_MS),
        updated_at: tx.now,
      }))
      .where('id', '=', endpointId)
      .execute();
    return presentWebhookEndpoint(await readLockedEndpoint(tx, endpointId), tx.now, secret);
  });
}
