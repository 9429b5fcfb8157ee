import { defineEntity, p } from '@mikro-orm/core';
import type { EventType } from '../../domain/events.ts';
import type { ReplayOutcome } from '../../domain/webhook-replay.ts';

export type AttemptError = 'timeout' | 'connection_failed' | 'tls_failed' | 'redirect' | 'blocked_address';

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed';

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
    /** Signs beside the present one until it expires. */
    previous_sealed_secret: p.blob().$type<Buffer>().nullable(),
    previous_secret_expires_at: p.datetime().nullable(),
    /** The first failed attempt since the last success or the last enabling; null while there is none. */
    failing_since: p.datetime().nullable(),
    /** When the owner was warned of the present failing. */
    warned_at: p.datetime().nullable(),
    /** Hidden from then on, and purged in batches. */
    deleted_at: p.datetime().nullable(),
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
    /** Where its schedule stands, whatever the user asks for meanwhile. */
    schedule_status: p.text().$type<DeliveryStatus>(),
    /** Of the schedule; retries that the user asks for do not count. */
    attempts: p.integer().default(0),
    /** Of the schedule. */
    next_attempt_at: p.datetime().nullable(),
    /** Since when an attempt of the schedule waits to be sent; null while the schedule waits or has ended. */
    schedule_due_at: p.datetime().nullable(),
    /** Since when a retry that the user asked for waits to be sent. */
    retry_asked_at: p.datetime().nullable(),
    /** Generated. What is shown: pending while a retry is asked for, else where the schedule stands. */
    status: p.text().$type<DeliveryStatus>(),
    /** Generated. Since when it may be claimed for an attempt, a retry before one of the schedule. */
    due_at: p.datetime().nullable(),
    /** Completes the activity that waits for the schedule's attempt; null for the first, which nothing waits for. */
    task_token: p.blob().$type<Buffer>().nullable(),
    /** The claimer that sends it now. */
    claim: p.bigint('number').nullable(),
    claimed_at: p.datetime().nullable(),
    last_attempted_at: p.datetime().nullable(),
    last_http_status: p.integer().nullable(),
    last_duration_ms: p.integer().nullable(),
    last_error: p.text().$type<AttemptError>().nullable(),
    created_at: p.datetime(),
    /** Of what the event is about; null where that was not traced. */
    traceparent: p.text().nullable(),
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
    /** Its number in the schedule; null for a retry that the user asked for. */
    attempt: p.integer().nullable(),
    attempted_at: p.datetime(),
    http_status: p.integer().nullable(),
    duration_ms: p.integer(),
    error: p.text().$type<AttemptError>().nullable(),
    succeeded: p.boolean(),
  },
});

/** A walk through the feed, from one position to another, that sends an endpoint the events that it missed. */
export const WebhookReplay = defineEntity({
  name: 'webhook_replay',
  tableName: 'webhook_replay',
  properties: {
    id: p.text().primary(),
    endpoint_id: p.text(),
    /** Older events are left alone. */
    since: p.datetime(),
    requested_at: p.datetime(),
    /** The last position before its first event. */
    begin_position: p.bigint('number'),
    /** The last position that it has looked at. */
    position: p.bigint('number'),
    /** The last position that it looks at. */
    end_position: p.bigint('number'),
    /** Failed deliveries that it sent again. */
    retried: p.integer().default(0),
    /** Deliveries that it made for events that had none. */
    created: p.integer().default(0),
    /** Null while it is under way, of which an endpoint has one. */
    outcome: p.text().$type<ReplayOutcome>().nullable(),
    ended_at: p.datetime().nullable(),
  },
});
