import { Type } from 'typebox';
import { findWebhookEndpoint, listWebhookDeliveries, listWebhookEndpoints } from '../../db/finders/webhooks.ts';
import { EVENT_FILTERS } from '../../domain/events.ts';
import { component, listOf, nullable, object, oneOf } from '../../resources/schema-kit.ts';
import { DELIVERY_STATUSES, presentWebhookDelivery, WebhookDeliverySchema } from '../../resources/webhook-delivery.ts';
import { presentWebhookEndpoint, WebhookEndpointSchema } from '../../resources/webhook-endpoint.ts';
import { MAX_URL_LENGTH } from '../../outbound/public-url.ts';
import type { Caller } from '../../services/accounts/authenticate.ts';
import { createEndpoint } from '../../services/webhooks/create-endpoint.ts';
import type { AppDeps } from '../app-deps.ts';
import { listQuery, pageOf, presentPage } from '../list.ts';
import { operation } from '../operation.ts';

const endpointInPath = {
  kind: 'webhook endpoint',
  by: ({ db, clock }: AppDeps, { scope }: Caller, id: string) => findWebhookEndpoint(db.sql, scope, id, clock.now()),
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
      (endpoint) => presentWebhookEndpoint(endpoint),
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
  body: component(
    'CreateWebhookEndpoint',
    object({
      url: Type.String({ maxLength: MAX_URL_LENGTH }),
      events: Type.Optional(Type.Array(oneOf(EVENT_FILTERS), { minItems: 1, maxItems: 20 })),
      description: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
      enabled: Type.Optional(Type.Boolean()),
    }),
  ),
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
  handle: ({ found }) => Promise.resolve(presentWebhookEndpoint(found)),
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
