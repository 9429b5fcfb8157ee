import type { Scope } from '../../db/scope.ts';
import { deliveryIdOf } from '../../outbox/record.ts';
import { presentWebhookDelivery, type WebhookDeliveryObject } from '../../resources/webhook-delivery.ts';
import { presentWebhookEndpoint, type WebhookEndpointView } from '../../resources/webhook-endpoint.ts';
import type { ServiceDeps } from '../deps.ts';
import { inTransaction } from '../transaction.ts';

/**
 * Sends a `ping` event to an endpoint, whatever its filter and even if it is disabled (specification 4.7).
 *
 * @returns its delivery as it is made
 */
export function sendTestEvent(
  deps: ServiceDeps,
  scope: Scope,
  endpoint: WebhookEndpointView,
): Promise<WebhookDeliveryObject> {
  return inTransaction(deps, scope, (tx) => {
    // An endpoint that is deleted meanwhile need not be noticed: it is as if it were deleted right after.
    const data = { object: presentWebhookEndpoint(endpoint, tx.now), previous_status: null };
    const eventId = tx.record({ type: 'ping', project: null, data, endpoint: endpoint.id });
    const delivery = presentWebhookDelivery({
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
    return Promise.resolve(delivery);
  });
}
