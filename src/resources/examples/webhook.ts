import type { WebhookDeliveryObject } from '../webhook-delivery.ts';
import type { WebhookEndpointObject } from '../webhook-endpoint.ts';
import { IDS, SECRET, TIMES } from './ids.ts';

export const ENDPOINT: WebhookEndpointObject = {
  object: 'webhook_endpoint',
  id: IDS.endpoint,
  livemode: true,
  url: 'https://harbour.agency/webhooks/listings',
  description: 'Progress for the client portal',
  events: ['project.*', 'listing.*', 'report.*'],
  enabled: true,
  disabled_reason: null,
  secret: null,
  previous_secret_expires_at: null,
  delivery_summary: {
    last_attempted_at: '2026-03-05T16:21:44.512Z',
    last_http_status: 200,
    attempted_7d: 176,
    succeeded_7d: 174,
  },
  created_at: TIMES.endpointCreated,
  updated_at: TIMES.endpointCreated,
};

export const NEW_ENDPOINT: WebhookEndpointObject = {
  ...ENDPOINT,
  secret: SECRET,
  delivery_summary: { last_attempted_at: null, last_http_status: null, attempted_7d: 0, succeeded_7d: 0 },
};

export const ROTATED_ENDPOINT: WebhookEndpointObject = {
  ...ENDPOINT,
  secret: SECRET,
  previous_secret_expires_at: '2026-03-07T09:00:00.000Z',
};

export const DELETED_ENDPOINT = {
  object: 'webhook_endpoint',
  id: IDS.endpoint,
  livemode: true,
  deleted: true,
} as const;

/** Its first attempt failed; the second is a minute after it. */
export const DELIVERY: WebhookDeliveryObject = {
  object: 'webhook_delivery',
  id: IDS.delivery,
  livemode: true,
  endpoint: IDS.endpoint,
  event: IDS.event,
  event_type: 'listing.live',
  status: 'pending',
  attempts: 1,
  next_attempt_at: '2026-03-05T16:22:44.512Z',
  last_attempt: {
    attempted_at: '2026-03-05T16:21:44.512Z',
    http_status: 503,
    duration_ms: 84,
    error: null,
  },
  created_at: '2026-03-05T16:21:44.120Z',
};

export const RETRIED_DELIVERY: WebhookDeliveryObject = { ...DELIVERY, next_attempt_at: '2026-03-05T16:22:03.275Z' };

export const PING_DELIVERY: WebhookDeliveryObject = {
  ...DELIVERY,
  event_type: 'ping',
  attempts: 0,
  next_attempt_at: DELIVERY.created_at,
  last_attempt: null,
};
