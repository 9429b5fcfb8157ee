import { Type } from 'typebox';
import { findWebhookEndpoint, listWebhookEndpoints } from '../../db/finders/webhooks.ts';
import { EVENT_FILTERS } from '../../domain/events.ts';
import { exampleList } from '../../resources/examples/ids.ts';
import {
  DELETED_ENDPOINT,
  ENDPOINT,
  NEW_ENDPOINT,
  PING_DELIVERY,
  ROTATED_ENDPOINT,
} from '../../resources/examples/webhook.ts';
import { component, deletedOf, listOf, nullable, object, oneOf } from '../../resources/schema-kit.ts';
import { WebhookDeliverySchema } from '../../resources/webhook-delivery.ts';
import { presentWebhookEndpoint, WebhookEndpointSchema } from '../../resources/webhook-endpoint.ts';
import { MAX_URL_LENGTH } from '../../outbound/public-url.ts';
import type { Caller } from '../../services/accounts/authenticate.ts';
import { createEndpoint } from '../../services/webhooks/create-endpoint.ts';
import { deleteEndpoint } from '../../services/webhooks/delete-endpoint.ts';
import { rotateSecret } from '../../services/webhooks/rotate-secret.ts';
import { sendTestEvent } from '../../services/webhooks/send-test-event.ts';
import { updateEndpoint } from '../../services/webhooks/update-endpoint.ts';
import type { AppDeps } from '../app-deps.ts';
import { listQuery, pageOf, presentPage } from '../list.ts';
import { operation } from '../operation.ts';

/** Finds the endpoint that a path names. */
export const endpointInPath = {
  kind: 'webhook endpoint',
  by: ({ db, clock }: AppDeps, { scope }: Caller, id: string) => findWebhookEndpoint(db.sql, scope, id, clock.now()),
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
  description: 'The endpoints of the mode of the key. Their secrets are never shown again.',
  query: listQuery({}),
  success: {
    status: 200,
    description: 'A page of endpoints, without their secrets.',
    schema: listOf('WebhookEndpointList', WebhookEndpointSchema),
    example: exampleList(ENDPOINT),
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
  description: `Keep the \`secret\` of the answer: it is not shown again. The endpoint is sent the events that happen from now on and match its filter. Send
    it a ping to try it.`,
  body: component('CreateWebhookEndpoint', object({ url, ...optional })),
  bodyExamples: {
    everything: { url: ENDPOINT.url },
    some_events: { url: ENDPOINT.url, events: ['listing.live', 'report.*'] },
  },
  success: {
    status: 201,
    description: 'The endpoint with its secret, which is shown this once.',
    schema: WebhookEndpointSchema,
    example: NEW_ENDPOINT,
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
  description: 'Shows whether it is enabled, and how its deliveries of the last 7 days went.',
  success: {
    status: 200,
    description: 'The endpoint, its secret null.',
    schema: WebhookEndpointSchema,
    example: ENDPOINT,
  },
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
  description: `Changes only what is sent. \`enabled: true\` turns an endpoint on again that was disabled because it failed; what was due meanwhile is sent
    then.`,
  body: component('UpdateWebhookEndpoint', object({ url: Type.Optional(url), ...optional }, { minProperties: 1 })),
  bodyExamples: { enable: { enabled: true }, filter: { events: ['listing.*'] } },
  success: {
    status: 200,
    description: 'The endpoint after the change.',
    schema: WebhookEndpointSchema,
    example: ENDPOINT,
  },
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
  description: 'Its pending deliveries are dropped. The events stay in the feed.',
  success: {
    status: 200,
    description: 'What was deleted.',
    schema: deletedOf('DeletedWebhookEndpoint', 'webhook_endpoint'),
    example: DELETED_ENDPOINT,
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
  description: `For 24 hours each delivery carries two signatures, one for each secret: put the new one in place meanwhile, and no delivery is
    refused. The new secret is shown this once.`,
  success: {
    status: 200,
    description: 'The endpoint with its new secret, which is shown this once.',
    schema: WebhookEndpointSchema,
    example: ROTATED_ENDPOINT,
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
  description:
    'Use it to try an endpoint and the verification of signatures. Follow the delivery in the list of deliveries.',
  success: {
    status: 201,
    description: 'The delivery of the ping.',
    schema: WebhookDeliverySchema,
    example: PING_DELIVERY,
  },
  errors: ['not_found'],
  find: endpointInPath,
  handle: ({ deps, caller, found }) => sendTestEvent(deps, caller.scope, found),
});
