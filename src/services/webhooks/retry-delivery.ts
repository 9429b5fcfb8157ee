import { sql } from 'kysely';
import type { Scope } from '../../db/scope.ts';
import { notFound, validationFailed } from '../../errors.ts';
import {
  presentWebhookDelivery,
  type WebhookDeliveryObject,
  type WebhookDeliveryRow,
} from '../../resources/webhook-delivery.ts';
import type { ServiceDeps } from '../deps.ts';
import { inTransaction } from '../transaction.ts';
import { lockEndpoint } from './lock-endpoint.ts';

/**
 * Sends a delivery again at once, whatever its status (specification 3.3, 4.7). The attempt does not count; while one is
 * under way, the retry follows it unless that succeeds.
 *
 * @throws ServiceError `validation_failed` when the endpoint is disabled, `not_found`
 */
export async function retryDelivery(
  deps: ServiceDeps,
  scope: Scope,
  delivery: Pick<WebhookDeliveryRow, 'id' | 'endpoint_id'>,
): Promise<WebhookDeliveryObject> {
  const retried = await inTransaction(deps, scope, async (tx) => {
    const { enabled } = await lockEndpoint(tx, delivery.endpoint_id);
    if (!enabled) {
      throw validationFailed(
        [{ param: 'enabled', code: 'endpoint_disabled' }],
        'The endpoint of this delivery is disabled: enable it to have the delivery sent again.',
      );
    }
    const { rows } = await sql<WebhookDeliveryRow>`
      update webhook_delivery set retry_asked_at = coalesce(retry_asked_at, ${tx.now}) where id = ${delivery.id} returning *
    `.execute(tx.sql);
    if (!rows[0]) throw notFound('webhook delivery');
    return presentWebhookDelivery(rows[0]);
  });
  deps.wake('deliveries');
  return retried;
}
