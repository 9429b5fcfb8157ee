import { Type, type Static } from 'typebox';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/database.ts';
import { EVENT_TYPES } from '../domain/events.ts';
import { MAX_ATTEMPTS } from '../domain/webhook-schedule.ts';
import { component, id, nullable, object, oneOf, timestamp } from './schema-kit.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;

/** Specification 2.11. */
export const WebhookDeliverySchema = component(
  'WebhookDelivery',
  object({
    object: oneOf(['webhook_delivery']),
    id: id('webhook_delivery'),
    livemode: Type.Boolean(),
    endpoint: id('webhook_endpoint'),
    event: id('event'),
    event_type: oneOf(EVENT_TYPES),
    status: oneOf(DELIVERY_STATUSES),
    attempts: Type.Integer({ minimum: 0, maximum: MAX_ATTEMPTS }),
    next_attempt_at: nullable(timestamp),
    last_attempt: nullable(
      object({
        attempted_at: timestamp,
        http_status: nullable(Type.Integer()),
        duration_ms: Type.Integer({ minimum: 0 }),
        error: nullable(oneOf(['timeout', 'connection_failed', 'tls_failed', 'redirect', 'blocked_address'])),
      }),
    ),
    created_at: timestamp,
  }),
);

export type WebhookDeliveryObject = Static<typeof WebhookDeliverySchema>;
export type WebhookDeliveryRow = Selectable<Schema['webhook_delivery']>;

/** A delivery's row without what only its sending needs. */
export type WebhookDeliveryView = Omit<
  WebhookDeliveryRow,
  | 'account_id'
  | 'event_position'
  | 'schedule_status'
  | 'schedule_due_at'
  | 'due_at'
  | 'task_token'
  | 'claim'
  | 'claimed_at'
  | 'traceparent'
>;

export function presentWebhookDelivery(delivery: WebhookDeliveryView): WebhookDeliveryObject {
  return {
    object: 'webhook_delivery',
    id: delivery.id,
    livemode: delivery.livemode,
    endpoint: delivery.endpoint_id,
    event: delivery.event_id,
    event_type: delivery.event_type,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: (delivery.retry_asked_at ?? delivery.next_attempt_at)?.toISOString() ?? null,
    last_attempt: delivery.last_attempted_at && {
      attempted_at: delivery.last_attempted_at.toISOString(),
      http_status: delivery.last_http_status,
      duration_ms: delivery.last_duration_ms ?? 0,
      error: delivery.last_error,
    },
    created_at: delivery.created_at.toISOString(),
  };
}
