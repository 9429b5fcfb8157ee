import { Option, type Command } from 'commander';
import { listWebhookDeliveries } from '../db/finders/webhooks.ts';
import { DELIVERY_STATUSES } from '../resources/webhook-delivery.ts';
import { listEndpointRecords } from '../services/webhooks/endpoint-records.ts';
import { parseAccountId, parseEndpointId } from './arguments.ts';
import { addEndpointSwitches } from './endpoint-switches.ts';
import { deliveriesTable, deliveryJson } from './present-delivery.ts';
import { endpointJson, endpointsTable, endpointText } from './present-endpoint.ts';
import { addReplayCommands } from './replay-commands.ts';
import { addLimit, reportList, type ListOptions } from './report-list.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';
import { requireAccount } from './require-account.ts';
import { requireEndpoint } from './require-endpoint.ts';

const SHOWN_DELIVERIES = 10;

/** Adds the group `webhook`. */
export function addWebhookCommands(program: Command, perform: Perform): void {
  const group = program.command('webhook').description('webhook endpoints: what they are sent, and what they missed');
  addList(group, perform);
  addShow(group, perform);
  addDeliveries(group, perform);
  addEndpointSwitches(group, perform);
  addReplayCommands(group, perform);
}

function addList(group: Command, perform: Perform): void {
  addLimit(addCommand(group, 'list', "list an account's endpoints, newest first, with what waits to be sent to them"))
    .argument('<account>', 'the acc_ id', parseAccountId)
    .addOption(new Option('--mode <mode>', 'only those of this mode').choices(['live', 'test']))
    .action((accountId: string, options: ListOptions & { mode?: 'live' | 'test' }) =>
      perform(options, async ({ db }) => {
        await requireAccount(db.sql, accountId);
        const livemode = options.mode === undefined ? null : options.mode === 'live';
        return reportList(await listEndpointRecords(db.sql, accountId, livemode, options.limit), {
          json: endpointJson,
          table: endpointsTable,
          none: `The account ${accountId} has no${options.mode ? ' such' : ''} webhook endpoints.`,
        });
      }),
    );
}

function addShow(group: Command, perform: Perform): void {
  addCommand(group, 'show', 'show an endpoint and its last deliveries')
    .argument('<endpoint>', 'its we_ id', parseEndpointId)
    .action((id: string, options: ReportOptions) =>
      perform(options, async ({ db }) => {
        const endpoint = await requireEndpoint(db.sql, id);
        const page = await listWebhookDeliveries(db.sql, id, {}, { limit: SHOWN_DELIVERIES, after: null });
        const deliveries = page.rows.length > 0 ? deliveriesTable(page.rows) : 'It has no deliveries.';
        return {
          json: { ...endpointJson(endpoint), last_deliveries: page.rows.map(deliveryJson) },
          text: `${endpointText(endpoint)}\n\n${deliveries}`,
        };
      }),
    );
}

function addDeliveries(group: Command, perform: Perform): void {
  addLimit(addCommand(group, 'deliveries', "list an endpoint's deliveries, newest first"))
    .argument('<endpoint>', 'its we_ id', parseEndpointId)
    .addOption(new Option('--status <status>', 'only those with this status').choices(DELIVERY_STATUSES))
    .action((id: string, options: ListOptions & { status?: (typeof DELIVERY_STATUSES)[number] }) =>
      perform(options, async ({ db }) => {
        const { status, limit } = options;
        await requireEndpoint(db.sql, id);
        return reportList(await listWebhookDeliveries(db.sql, id, { status }, { limit, after: null }), {
          json: deliveryJson,
          table: deliveriesTable,
          none: `The endpoint ${id} has no${status ? ' such' : ''} deliveries.`,
        });
      }),
    );
}
