import { Type } from 'typebox';
import {
  findWebhookDelivery,
  findWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
} from '../../db/finders/webhooks.ts';
import { EVENT_FILTERS } from '../../domain/events.ts';
import { component, deletedOf, listOf, nullable, object, oneOf } from '../../resources/schema-kit.ts';
import { DELIVERY_STATUSES, presentWebhookDelivery, WebhookDeliverySchema } from '../../resources/webhook-delivery.ts';
import { presentWebhookEndpoint, WebhookEndpointSchema } from '../../resources/webhook-endpoint.ts';
import { MAX_URL_LENGTH } from '../../outbound/public-url.ts';
import type { Caller } from '../../services/accounts/authenticate.ts';
import { createEndpoint } from '../../services/webhooks/create-endpoint.ts';
import { deleteEndpoint } from '../../services/webhooks/delete-endpoint.ts';
import { retryDelivery } from '../../services/webhooks/retry-delivery.ts';
import { rotateSecret } from '../../services/webhooks/rotate-secret.ts';
import { sendTestEvent } from '../../services/webhooks/send-test-event.ts';
import { updateEndpoint } from '../../services/webhooks/update-endpoint.ts';
import type { AppDeps } from '../app-deps.ts';
import { listQuery, pageOf, presentPage } from '../list.ts';
import { operation } from '../operation.ts';

const endpointInPath = {
  kind: 'webhook endpoint',
  by: ({ db, clock }: AppDeps, { scope }: Caller, id: string) => findWebhookEndpoint(db.sql, scope, id, clock.now()),
};

const deliveryInPath = {
  kind: 'webhook delivery',
  by: ({ db }: AppDeps, { scope }: Caller, id: string) => findWebhookDelivery(db.sql, scope, id),
};

const url = Type.String({ maxLength: MAX_URL_LENGTH });
const optional = {
  events: Type.Optional(Type.Array(oneOf(EVENT_FILTERS), { minItems: 1, maxItems: 20 })),
  description: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  enabled: Type.Optional(Type.Boolean()),
};

export const listEndpoints = operation({
  id: 'listWebhookEndpoints',
  method: 'GET',
  path: '/webhook_endpoints',
  tag: 'Webhooks',
  summary: 'List webhook endpoints, newest first',
  query: listQuery({}),
  success: {
    status: 200,
    description: 'A page of endpoints, without their secrets.',
    schema: listOf('WebhookEndpointList', WebhookEndpointSchema),
  },
  errors: [],
  isList: true,
  async handle(request) {
    const { deps, caller } = request;
    const page = await listWebhookEndpoints(deps.db.sql, caller.scope, pageOf<string>(request), deps.clock.now());
    return presentPage(
      request,
      page,
      (endpoint) => presentWebhookEndpoint(endpoint, deps.clock.now()),
      (endpoint) => endpoint.id,
    );
  },
});

export const createWebhookEndpoint = operation({
  id: 'createWebhookEndpoint',
  method: 'POST',
  path: '/webhook_endpoints',
  tag: 'Webhooks',
  summary: 'Register a webhook endpoint',
  body: component('CreateWebhookEndpoint', object({ url, ...optional })),
  success: {
    status: 201,
    description: 'The endpoint with its secret, which is shown this once.',
    schema: WebhookEndpointSchema,
  },
  errors: ['endpoint_url_invalid', 'quota_exceeded'],
  takesIdempotencyKey: true,
  handle: ({ deps, caller, body }) =>
    createEndpoint(deps, caller.scope, caller.state, {
      url: body.url.trim(),
      events: body.events ?? ['*'],
      description: body.description ?? null,
      enabled: body.enabled ?? true,
    }),
});

export const getWebhookEndpoint = operation({
  id: 'getWebhookEndpoint',
  method: 'GET',
  path: '/webhook_endpoints/{webhook_endpoint_id}',
  tag: 'Webhooks',
  summary: 'Read a webhook endpoint',
  success: { status: 200, description: 'The endpoint, its secret null.', schema: WebhookEndpointSchema },
  errors: ['not_found'],
  find: endpointInPath,
  handle: ({ deps, found }) => Promise.resolve(presentWebhookEndpoint(found, deps.clock.now())),
});

export const updateWebhookEndpoint = operation({
  id: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: '/webhook_endpoints/{webhook_endpoint_id}',
  tag: 'Webhooks',
  summary: 'Change a webhook endpoint, or enable it again',
  body: component('UpdateWebhookEndpoint', object({ url: Type.Optional(url), ...optional }, { minProperties: 1 })),
  success: { status: 200, description: 'The endpoint after the change.', schema: WebhookEndpointSchema },
  errors: ['not_found', 'endpoint_url_invalid'],
  find: endpointInPath,
  handle: ({ deps, caller, body, found }) =>
    updateEndpoint(deps, caller.scope, found.id, body.url === undefined ? body : { ...body, url: body.url.trim() }),
});

export const deleteWebhookEndpoint = operation({
  id: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/webhook_endpoints/{webhook_endpoint_id}',
  tag: 'Webhooks',
  summary: 'Delete a webhook endpoint and drop its pending deliveries',
  success: {
    status: 200,
    description: 'What was deleted.',
    schema: deletedOf('DeletedWebhookEndpoint', 'webhook_endpoint'),
  },
  errors: ['not_found'],
  find: endpointInPath,
  handle: ({ deps, caller, found }) => deleteEndpoint(deps, caller.scope, found.id),
});

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhook_endpoints/{webhook_endpoint_id}/rotate_secret',
  tag: 'Webhooks',
  summary: 'Give an endpoint a new secret; the one before signs too for 24 hours',
  success: {
    status: 200,
    description: 'The endpoint with its new secret, which is shown this once.',
    schema: WebhookEndpointSchema,
  },
  errors: ['not_found'],
  find: endpointInPath,
  handle: ({ deps, caller, found }) => rotateSecret(deps, caller.scope, found.id),
});

export const testWebhookEndpoint = operation({
  id: 'testWebhookEndpoint',
  method: 'POST',
  path: '/webhook_endpoints/{webhook_endpoint_id}/test',
  tag: 'Webhooks',
  summary: 'Send a ping to an endpoint, whatever its filter and even if it is disabled',
  success: { status: 201, description: 'The delivery of the ping.', schema: WebhookDeliverySchema },
  errors: ['not_found'],
  find: endpointInPath,
  handle: ({ deps, caller, found }) => sendTestEvent(deps, caller.scope, found),
});

export const retryWebhookDelivery = operation({
  id: 'retryWebhookDelivery',
  method: 'POST',
  path: '/webhook_deliveries/{webhook_delivery_id}/retry',
  tag: 'Webhooks',
  summary: 'Send a delivery again at once, whatever its status',
  success: { status: 200, description: 'The delivery, due now.', schema: WebhookDeliverySchema },
  errors: ['not_found'],
  find: deliveryInPath,
  handle: ({ deps, caller, found }) => retryDelivery(deps, caller.scope, found),
});

export const listDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhook_endpoints/{webhook_endpoint_id}/deliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries to an endpoint, newest first',
  query: listQuery({ status: Type.Optional(oneOf(DELIVERY_STATUSES)) }),
  success: {
    status: 200,
    description: 'A page of deliveries.',
    schema: listOf('WebhookDeliveryList', WebhookDeliverySchema),
  },
  errors: ['not_found'],
  find: endpointInPath,
  isList: true,
  async handle(request) {
    const { deps, query, found } = request;
    const page = await listWebhookDeliveries(deps.db.sql, found.id, query, pageOf<string>(request));
    return presentPage(request, page, presentWebhookDelivery, (delivery) => delivery.id);
  },
});
