/** An account as it is after a while: with launched projects, and with events that were delivered. */
import type { Scope } from '../src/db/scope.ts';
import { createAgency } from '../src/main/agency.ts';
import type { Service } from '../src/main/service.ts';
import { launchProject } from '../src/services/projects/launch-project.ts';
import { inTransaction } from '../src/services/transaction.ts';
import { createEndpoint } from '../src/services/webhooks/create-endpoint.ts';
import { createLaunchableProjects } from './complete-project.ts';
import { recordEvent } from './deliveries.ts';

export interface GrownAccount {
  scope: Scope;
  /** A full key of its live mode. */
  key: string;
  /** The project in the middle of those launched. */
  project: string;
  /** Those that can be launched. */
  drafts: string[];
}

const EVENTS_AT_ONCE = 1_000;

/**
 * @param url of its webhook endpoint
 * @param wanted launched projects with 100 listings each, delivered events, and drafts
 */
export async function createGrownAccount(
  service: Service,
  url: string,
  wanted: { projects: number; events: number; drafts: number },
): Promise<GrownAccount> {
  const { projects, events, drafts } = wanted;
  const agency = { name: 'Agency', ownerEmail: 'owner@agency.example', liveLaunches: projects + drafts };
  const { accountId, keys } = await createAgency(service, agency);
  const scope = { account_id: accountId, livemode: true };
  const ids = await createLaunchableProjects(service, scope, projects + drafts);
  const launched = ids.splice(0, projects);
  for (const id of launched) await launchProject(service, scope, id, { directories: 'auto', auto_replace: false });
  await createEndpoint(service, scope, 'active', { url, events: ['*'], description: null, enabled: true });
  for (let first = 0; first < events; first += EVENTS_AT_ONCE) {
    await inTransaction(service, scope, (tx) => {
      for (let event = first; event < Math.min(events, first + EVENTS_AT_ONCE); event++) recordEvent(tx, event);
      return Promise.resolve();
    });
  }
  await service.db.pool.query(DELIVER, [accountId]);
  await service.db.sql.deleteFrom('outbox').execute();
  return { scope, key: keys.live.full, project: launched[Math.floor(projects / 2)]!, drafts: ids };
}

const DELIVER = `
with delivered as (
  update webhook_delivery set schedule_status = 'succeeded', attempts = 1, next_attempt_at = null, schedule_due_at = null,
    last_attempted_at = created_at, last_http_status = 200, last_duration_ms = 5
  where account_id = $1
  returning id, endpoint_id, created_at
)
insert into webhook_attempt (delivery_id, endpoint_id, attempt, attempted_at, http_status, duration_ms, succeeded)
select id, endpoint_id, 1, created_at, 200, 5, true from delivered`;
