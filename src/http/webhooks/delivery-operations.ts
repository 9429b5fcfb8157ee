import { Type } from 'typebox';
import { findWebhookDelivery, listWebhookDeliveries } from '../../db/finders/webhooks.ts';
import { exampleList } from '../../resources/examples/ids.ts';
import { DELIVERY, RETRIED_DELIVERY } from '../../resources/examples/webhook.ts';
import { described, listOf, oneOf } from '../../resources/schema-kit.ts';
import { DELIVERY_STATUSES, presentWebhookDelivery, WebhookDeliverySchema } from '../../resources/webhook-delivery.ts';
import type { Caller } from '../../services/accounts/authenticate.ts';
import { retryDelivery } from '../../services/webhooks/retry-delivery.ts';
import type { AppDeps } from '../app-deps.ts';
import { listQuery, pageOf, presentPage } from '../list.ts';
import { operation } from '../operation.ts';
import { endpointInPath } from './operations.ts';

const deliveryInPath = {
  kind: 'webhook delivery',
  by: ({ db }: AppDeps, { scope }: Caller, id: string) => findWebhookDelivery(db.sql, scope, id),
};

export const retryWebhookDelivery = operation({
  id: 'retryWebhookDelivery',
  method: 'POST',
  path: '/webhook_deliveries/{webhook_delivery_id}/retry',
  tag: 'Webhooks',
  summary: 'Send a delivery again at once, whatever its status',
  description:
    'The attempt does not count as one of the 7, and does not end a schedule that goes on. The endpoint must be enabled.',
  success: {
    status: 200,
    description: 'The delivery, due now.',
    schema: WebhookDeliverySchema,
    example: RETRIED_DELIVERY,
  },
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
  description:
    'What became of each event that the endpoint was to be sent: its attempts, the last answer, and when the next is due.',
  query: listQuery({ status: described(Type.Optional(oneOf(DELIVERY_STATUSES)), 'Only deliveries with this status.') }),
  success: {
    status: 200,
    description: 'A page of deliveries.',
    schema: listOf('WebhookDeliveryList', WebhookDeliverySchema),
    example: exampleList(DELIVERY),
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
