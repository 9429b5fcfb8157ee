import type { Command } from 'commander';
import { setEndpointEnabled } from '../services/webhooks/update-endpoint.ts';
import { parseEndpointId } from './arguments.ts';
import { endpointJson } from './present-endpoint.ts';
import { Refusal } from './refusal.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';
import { requireEndpoint } from './require-endpoint.ts';

/** Adds `webhook enable` and `disable`. */
export function addEndpointSwitches(group: Command, perform: Perform): void {
  addSwitch(group, perform, 'enable', 'send to an endpoint again, and first what was held for it');
  addSwitch(
    group,
    perform,
    'disable',
    'hold what is due to an endpoint; its later events are missed, and can be replayed',
  );
}

function addSwitch(group: Command, perform: Perform, name: 'enable' | 'disable', summary: string): void {
  const enabled = name === 'enable';
  addCommand(group, name, summary)
    .argument('<endpoint>', 'its we_ id', parseEndpointId)
    .action((id: string, options: ReportOptions) =>
      perform(options, async (deps) => {
        const before = await requireEndpoint(deps.db.sql, id);
        if (before.enabled === enabled) throw new Refusal(`The endpoint ${id} is ${name}d already.`);
        const { account_id, livemode } = before;
        await setEndpointEnabled(deps, { account_id, livemode }, id, enabled);
        const endpoint = await requireEndpoint(deps.db.sql, id);
        return {
          json: endpointJson(endpoint),
          text: `The endpoint ${id} is ${name}d; ${endpoint.due} deliveries ${enabled ? 'go out now' : 'are held'}.`,
        };
      }),
    );
}
