import type { Scope } from '../../db/scope.ts';
import { deliveryIdOf } from '../../outbox/record.ts';
import { presentWebhookDelivery, type WebhookDeliveryObject } from '../../resources/webhook-delivery.ts';
import { presentWebhookEndpoint, type WebhookEndpointView } from '../../resources/webhook-endpoint.ts';
import type { ServiceDeps } from '../deps.ts';
import { inTransaction } from '../transaction.ts';
import { lockEndpoint } from './lock-endpoint.ts';

/**
 * Sends a `ping` event to an endpoint, whatever its filter and even if it is disabled (specification 4.7).
 *
 * @returns its delivery as it is made
 * @throws ServiceError `not_found`
 */
export function sendTestEvent(
  deps: ServiceDeps,
  scope: Scope,
  endpoint: WebhookEndpointView,
): Promise<WebhookDeliveryObject> {
  return inTransaction(deps, scope, async (tx) => {
    await lockEndpoint(tx, endpoint.id);
    const data = { object: presentWebhookEndpoint(endpoint, tx.now), previous_status: null };
    const eventId = tx.record({ type: 'ping', project: null, data, endpoint: endpoint.id });
    return presentWebhookDelivery({
      id: deliveryIdOf(eventId, endpoint.id),
      livemode: scope.livemode,
      endpoint_id: endpoint.id,
      event_id: eventId,
      event_type: 'ping',
      status: 'pending',
      attempts: 0,
      next_attempt_at: tx.now,
      retry_asked_at: null,
      last_attempted_at: null,
      last_http_status: null,
      last_duration_ms: null,
      last_error: null,
      created_at: tx.now,
    });
  });
}
