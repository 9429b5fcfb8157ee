/** Listings that wait for a slot: how many pass through theirs in a second, and what they cost in Temporal's history. */
import { Client, Connection } from '@temporalio/client';
import { sql } from 'kysely';
import type { TemporalServer } from '../dev/temporal-server.ts';
import { workflowIds } from '../src/domain/workflow-ids.ts';
import { createAgency } from '../src/main/agency.ts';
import type { Service } from '../src/main/service.ts';
import { launchProject } from '../src/services/projects/launch-project.ts';
import { createLaunchableProjects } from './complete-project.ts';
import type { Figure } from './report.ts';
import type { Setting } from './setting.ts';
import { summarise } from './statistics.ts';
import { startBareWorker, startTemporal, startWorkerProcess } from './temporal.ts';
import { until } from './until.ts';

const PROJECTS_OF_EACH = 5;
const LISTINGS_OF_EACH = 100;
const LISTINGS_OF_ACCOUNT = PROJECTS_OF_EACH * LISTINGS_OF_EACH;
/** A directory answers within milliseconds, so that the slots are free as soon as the service can fill them. */
const PACE = 10_000;
const POLL_MS = 250;
const TIMEOUT_MS = 30 * 60_000;
const BARE_WORKFLOWS = 2_000;
const SAMPLE = 200;

const AGENCY = { name: 'Agency', ownerEmail: 'owner@agency.example', liveLaunches: 1 };

/** @param listings are spread over accounts of 500 */
export async function measureWaiting(setting: Setting, listings = 2_000): Promise<Figure[]> {
  const { service } = setting;
  const accounts = Math.ceil(listings / LISTINGS_OF_ACCOUNT);
  const count = accounts * LISTINGS_OF_ACCOUNT;
  const temporal = await startTemporal();
  const runBare = startBareWorker(setting, temporal);
  await runBare(BARE_WORKFLOWS / 10); // warms up
  const before = await runBare(BARE_WORKFLOWS);
  const projects = await launchAll(service, accounts);
  const worker = await startWorkerProcess(setting, temporal, PACE);
  const startedAt = performance.now();
  const perSecondUntil = async (what: string, isSo: () => Promise<boolean>) => {
    await until(what, POLL_MS, isSo, TIMEOUT_MS);
    return count / ((performance.now() - startedAt) / 1_000);
  };
  const waiting = ['pending', 'in_progress', 'action_required'];
  const toSubmitted = await perSecondUntil('every slot is free', () => noneIn(service, projects, waiting));
  const toEnd = await perSecondUntil('every listing ended', () => noneIn(service, projects, [...waiting, 'submitted']));
  await until('every message is taken', POLL_MS, () => nothingToTell(service));
  await worker.close();
  const after = await runBare(BARE_WORKFLOWS);
  const events = await countEvents(service, temporal, projects);
  await temporal.stop();

  const beside = (perSecond: number) =>
    summarise([before, after].map(({ seconds }) => ({ service: perSecond, baseline: BARE_WORKFLOWS / seconds })));
  const eventsBeside = (count: number) => summarise([{ service: count, baseline: after.events }]);
  const name = `${count} waiting listings of ${accounts} accounts`;
  return [
    { name: `${name}: submitted`, unit: 'listings/s', ...beside(toSubmitted) },
    { name: `${name}: at their end`, unit: 'listings/s', ...beside(toEnd) },
    { name: `${name}: history of each`, unit: 'events', ...eventsBeside(events.own) },
    { name: `${name}: with its share of launches and slots`, unit: 'events', ...eventsBeside(events.withShared) },
  ];
}

/** Launches every account's projects in test mode while nobody works. Returns the projects. */
async function launchAll(service: Service, accounts: number): Promise<string[]> {
  const launches: { scope: { account_id: string; livemode: boolean }; projects: string[] }[] = [];
  for (let account = 0; account < accounts; account++) {
    const { accountId } = await createAgency(service, AGENCY);
    const scope = { account_id: accountId, livemode: false };
    launches.push({ scope, projects: await createLaunchableProjects(service, scope, PROJECTS_OF_EACH) });
  }
  for (const { scope, projects } of launches) {
    for (const id of projects) await launchProject(service, scope, id, { directories: 'auto', auto_replace: false });
  }
  const projects = launches.flatMap((launch) => launch.projects);
  const { rows } = await sql`select 1 from listing where project_id = any(${projects})`.execute(service.db.sql);
  if (rows.length !== accounts * LISTINGS_OF_ACCOUNT) throw new Error(`${rows.length} listings wait`);
  return projects;
}

async function noneIn({ db }: Service, projects: string[], statuses: string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from listing where project_id = any(${projects}) and status = any(${statuses}) limit 1
  `.execute(db.sql);
  return rows.length === 0;
}

async function nothingToTell({ db }: Service): Promise<boolean> {
  const { rows } = await sql`select 1 from outbox limit 1`.execute(db.sql);
  return rows.length === 0;
}

/** Events in the histories for each listing: its own workflow's, and with the shared ones', former runs included. */
async function countEvents(service: Service, temporal: TemporalServer, projects: string[]) {
  const connection = await Connection.connect({ address: temporal.address });
  const { workflow } = new Client({ connection });
  const { rows } = await sql<{ id: string }>`
    select id from listing where project_id = any(${projects}) order by md5(id) limit ${SAMPLE}
  `.execute(service.db.sql);
  const listings = projects.length * LISTINGS_OF_EACH;
  let own = 0;
  for (const { id } of rows) own += (await workflow.getHandle(workflowIds.listing(id)).describe()).historyLength;
  let shared = 0;
  for await (const { workflowId, runId } of workflow.list({
    query: 'WorkflowType = "accountCapacity" OR WorkflowType = "launch"',
  })) {
    shared += (await workflow.getHandle(workflowId, runId).describe()).historyLength;
  }
  await connection.close();
  return { own: own / rows.length, withShared: own / rows.length + shared / listings };
}
