import { toSecond } from '../domain/time.ts';
import { workflowIds } from '../domain/workflow-ids.ts';
import { shownUrl } from '../services/webhooks/endpoint-mail.ts';
import type { EndpointRecord } from '../services/webhooks/endpoint-records.ts';
import { formatFields, formatTable } from './report.ts';

/** An endpoint for programs, without secrets; its times are to the second. */
export function endpointJson(endpoint: EndpointRecord) {
  const { failing_since } = endpoint;
  return {
    object: 'webhook_endpoint',
    id: endpoint.id,
    account: endpoint.account_id,
    mode: modeOf(endpoint),
    url: shownUrl(endpoint.url),
    description: endpoint.description,
    events: endpoint.events,
    enabled: endpoint.enabled,
    disabled_reason: endpoint.disabled_reason,
    failing_since: failing_since && toSecond(failing_since),
    pending: endpoint.pending,
    due: endpoint.due,
    created_at: toSecond(endpoint.created_at),
    workflow: failing_since && workflowIds.endpoint(endpoint.id),
  };
}

/** Endpoints for people, one a line. */
export function endpointsTable(endpoints: EndpointRecord[]): string {
  return formatTable(
    ['ID', 'MODE', 'STATE', 'FAILING SINCE', 'PENDING', 'DUE', 'URL'],
    endpoints.map((endpoint) => [
      endpoint.id,
      modeOf(endpoint),
      stateOf(endpoint),
      endpoint.failing_since ? toSecond(endpoint.failing_since) : '-',
      `${endpoint.pending}`,
      `${endpoint.due}`,
      shownUrl(endpoint.url),
    ]),
  );
}

/** An endpoint for people, a property a line. */
export function endpointText(endpoint: EndpointRecord): string {
  const { failing_since } = endpoint;
  return formatFields([
    ['id', endpoint.id],
    ['account', `${endpoint.account_id}, ${modeOf(endpoint)} mode`],
    ['url', shownUrl(endpoint.url)],
    ['description', endpoint.description ?? '-'],
    ['events', endpoint.events.join(', ')],
    ['state', stateOf(endpoint)],
    ['failing since', failing_since ? toSecond(failing_since) : '-'],
    ['pending', `${endpoint.pending} deliveries, ${endpoint.due} of them due`],
    ['created', toSecond(endpoint.created_at)],
    ...(failing_since ? [['workflow', workflowIds.endpoint(endpoint.id)] as const] : []),
  ]);
}

function modeOf({ livemode }: EndpointRecord): string {
  return livemode ? 'live' : 'test';
}

function stateOf({ enabled, disabled_reason }: EndpointRecord): string {
  return enabled ? 'enabled' : `disabled (${disabled_reason})`;
}
