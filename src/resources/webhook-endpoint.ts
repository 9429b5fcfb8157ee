import { Type, type Static } from 'typebox';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/database.ts';
import { component, id, nullable, object, oneOf, timestamp } from './schema-kit.ts';

const count = Type.Integer({ minimum: 0 });

/** Specification 2.10. */
export const WebhookEndpointSchema = component(
  'WebhookEndpoint',
  object({
    object: oneOf(['webhook_endpoint']),
    id: id('webhook_endpoint'),
    livemode: Type.Boolean(),
    url: Type.String(),
    description: nullable(Type.String({ maxLength: 200 })),
    events: Type.Array(Type.String(), { minItems: 1, maxItems: 20 }),
    enabled: Type.Boolean(),
    disabled_reason: nullable(oneOf(['requested', 'failing'])),
    secret: nullable(Type.String({ pattern: '^whsec_.{44}$' })),
    previous_secret_expires_at: nullable(timestamp),
    delivery_summary: object({
      last_attempted_at: nullable(timestamp),
      last_http_status: nullable(Type.Integer()),
      attempted_7d: count,
      succeeded_7d: count,
    }),
    created_at: timestamp,
    updated_at: timestamp,
  }),
);

export type WebhookEndpointObject = Static<typeof WebhookEndpointSchema>;

/** An endpoint's row, without its secrets, with the summary of its last 7 days. */
export type WebhookEndpointView = Omit<
  Selectable<Schema['webhook_endpoint']>,
  'sealed_secret' | 'previous_sealed_secret' | 'failing_since' | 'warned_at' | 'deleted_at'
> & {
  last_attempted_at: Date | null;
  last_http_status: number | null;
  attempted_7d: number;
  succeeded_7d: number;
};

/** @param secret only where the specification shows it: in the create and rotate responses */
export function presentWebhookEndpoint(
  endpoint: WebhookEndpointView,
  now: Date,
  secret: string | null = null,
): WebhookEndpointObject {
  const { previous_secret_expires_at } = endpoint;
  const isSigning = previous_secret_expires_at !== null && previous_secret_expires_at > now;
  return {
    object: 'webhook_endpoint',
    id: endpoint.id,
    livemode: endpoint.livemode,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    enabled: endpoint.enabled,
    disabled_reason: endpoint.disabled_reason,
    secret,
    previous_secret_expires_at: isSigning ? previous_secret_expires_at.toISOString() : null,
    delivery_summary: {
      last_attempted_at: endpoint.last_attempted_at?.toISOString() ?? null,
      last_http_status: endpoint.last_http_status,
      attempted_7d: endpoint.attempted_7d,
      succeeded_7d: endpoint.succeeded_7d,
    },
    created_at: endpoint.created_at.toISOString(),
    updated_at: endpoint.updated_at.toISOString(),
  };
}
