import { toSecond } from '../domain/time.ts';
import type { WebhookDeliveryView } from '../resources/webhook-delivery.ts';
import { formatTable } from './report.ts';

/** A delivery for programs; its times are to the second. */
export function deliveryJson(delivery: WebhookDeliveryView) {
  const { last_attempted_at } = delivery;
  const next = nextAttemptAt(delivery);
  return {
    object: 'webhook_delivery',
    id: delivery.id,
    endpoint: delivery.endpoint_id,
    event: delivery.event_id,
    event_type: delivery.event_type,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: next && toSecond(next),
    last_attempt: last_attempted_at && {
      attempted_at: toSecond(last_attempted_at),
      http_status: delivery.last_http_status,
      duration_ms: delivery.last_duration_ms,
      error: delivery.last_error,
    },
    created_at: toSecond(delivery.created_at),
  };
}

/** Deliveries for people, one a line. */
export function deliveriesTable(deliveries: WebhookDeliveryView[]): string {
  return formatTable(
    ['DELIVERY', 'EVENT', 'TYPE', 'STATUS', 'ATTEMPTS', 'LAST ATTEMPT', 'ITS OUTCOME', 'NEXT ATTEMPT'],
    deliveries.map((delivery) => {
      const next = nextAttemptAt(delivery);
      return [
        delivery.id,
        delivery.event_id,
        delivery.event_type,
        delivery.status,
        `${delivery.attempts}`,
        delivery.last_attempted_at ? toSecond(delivery.last_attempted_at) : '-',
        outcomeOf(delivery),
        next ? toSecond(next) : '-',
      ];
    }),
  );
}

function nextAttemptAt({ retry_asked_at, next_attempt_at }: WebhookDeliveryView): Date | null {
  return retry_asked_at ?? next_attempt_at;
}

function outcomeOf({ last_http_status, last_error }: WebhookDeliveryView): string {
  const status = last_http_status === null ? [] : [`HTTP ${last_http_status}`];
  return [...status, ...(last_error ? [last_error] : [])].join(', ') || '-';
}
