import { defineEntity, p } from '@mikro-orm/core';
import type { EventType } from '../../domain/events.ts';

export type AttemptError = 'timeout' | 'connection_failed' | 'tls_failed' | 'redirect' | 'blocked_address';

export const WebhookEndpoint = defineEntity({
  name: 'webhook_endpoint',
  tableName: 'webhook_endpoint',
  properties: {
    id: p.text().primary(),
    account_id: p.text(),
    livemode: p.boolean(),
    url: p.text(),
    description: p.text().nullable(),
    events: p.array().$type<string[]>(),
    enabled: p.boolean(),
    disabled_reason: p.text().$type<'requested' | 'failing'>().nullable(),
    sealed_secret: p.blob().$type<Buffer>(),
    created_at: p.datetime(),
    updated_at: p.datetime(),
  },
});

export const WebhookDelivery = defineEntity({
  name: 'webhook_delivery',
  tableName: 'webhook_delivery',
  properties: {
    id: p.text().primary(),
    account_id: p.text(),
    livemode: p.boolean(),
    endpoint_id: p.text(),
    event_position: p.bigint('number'),
    event_id: p.text(),
    event_type: p.text().$type<EventType>(),
    status: p.text().$type<'pending' | 'succeeded' | 'failed'>(),
    attempts: p.integer().default(0),
    next_attempt_at: p.datetime().nullable(),
    /** Set while an attempt may be claimed; null while the schedule waits or the delivery has ended. */
    due_at: p.datetime().nullable(),
    /** Completes the waiting `attempt` activity; null for the first attempt, which nothing waits for. */
    task_token: p.blob().$type<Buffer>().nullable(),
    /** The claimer that sends it now. */
    claim: p.bigint('number').nullable(),
    claimed_at: p.datetime().nullable(),
    last_attempted_at: p.datetime().nullable(),
    last_http_status: p.integer().nullable(),
    last_duration_ms: p.integer().nullable(),
    last_error: p.text().$type<AttemptError>().nullable(),
    created_at: p.datetime(),
  },
});

/** Every attempt made, kept as long as its delivery. */
export const WebhookAttempt = defineEntity({
  name: 'webhook_attempt',
  tableName: 'webhook_attempt',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    delivery_id: p.text(),
    endpoint_id: p.text(),
    attempt: p.integer(),
    attempted_at: p.datetime(),
    http_status: p.integer().nullable(),
    duration_ms: p.integer(),
    error: p.text().$type<AttemptError>().nullable(),
    succeeded: p.boolean(),
  },
});
