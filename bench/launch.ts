/** A launch of 100 listings: how long its answer takes, and how long until they are in progress and their workflows run. */
import { Client as TemporalClient, Connection, type WorkflowClient } from '@temporalio/client';
import { sql } from 'kysely';
import { Client } from 'undici';
import { createAgency } from '../src/main/agency.ts';
import type { Service } from '../src/main/service.ts';
import { createLaunchableProjects } from './complete-project.ts';
import type { Figure } from './report.ts';
import { serve } from './serve.ts';
import type { Setting } from './setting.ts';
import { percentile, summarise, type Pair } from './statistics.ts';
import { startBareWorker, startTemporal, startWorkerProcess } from './temporal.ts';
import { timeInTurn } from './time-in-turn.ts';
import { until } from './until.ts';

const LISTINGS = 100;
const WARM_UP_LAUNCHES = 20;
const ROUNDS = 3;
const LAUNCHES_PER_ROUND = 60;
const FOLLOWED_LAUNCHES = 12;
const FOLLOWED_WARM_UP = 2;
const POLL_MS = 2;
const VISIBILITY_POLL_MS = 10;
const PERCENTILES = [0.5, 0.95];

/** A draft of live mode, where a listing stays in progress until an operator reports what came of it. */
interface Draft {
  id: string;
  key: string;
}

/** Launches the project by the service or by the baseline, and returns when that has answered. */
type Launch = (draft: Draft) => Promise<void>;

export async function measureLaunch(setting: Setting): Promise<Figure[]> {
  const api = await serve(setting, '../src/main/api.ts');
  const client = new Client(api.origin);
  const launch = launchBy(client);
  const figures = [...(await measureAnswers(setting, launch)), ...(await followLaunches(setting, launch))];
  await client.close();
  await api.child.close();
  return figures;
}

function launchBy(client: Client): Launch {
  return async ({ id, key }) => {
    const { statusCode, body } = await client.request({
      method: 'POST',
      path: `/v1/projects/${id}/launch`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"directories":"auto","auto_replace":false}',
    });
    const answer = await body.text();
    if (statusCode !== 200) throw new Error(`the launch was answered ${statusCode}: ${answer}`);
  };
}

/** While no worker runs, which would work off the former launch meanwhile. */
async function measureAnswers(setting: Setting, launch: Launch): Promise<Figure[]> {
  const { service } = setting;
  const drafts = await createDrafts(service, 1, WARM_UP_LAUNCHES + ROUNDS * LAUNCHES_PER_ROUND);
  for (const table of ['project', 'listing', 'event', 'outbox'].map((name) => [
    sql.ref(`bare_${name}`),
    sql.ref(name),
  ])) {
    await sql`create table if not exists ${table[0]} (like ${table[1]} including all)`.execute(service.db.sql);
  }
  await sql`insert into bare_project select * from project where id = any(${drafts.map(({ id }) => id)})`.execute(
    service.db.sql,
  );
  const bare = await serve(setting, './bare-launch-server.ts');
  const client = new Client(bare.origin);
  const queues = [launch, launchBy(client)].map((by) => ({ by, drafts: drafts.values() }));
  const works = queues.map((queue) => () => queue.by(queue.drafts.next().value!));
  await timeInTurn(WARM_UP_LAUNCHES, works);
  const rounds: number[][][] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await timeInTurn(LAUNCHES_PER_ROUND, works));
  await client.close();
  await bare.child.close();
  return PERCENTILES.map((share) => ({
    name: `launch of ${LISTINGS}: answer, p${share * 100}`,
    unit: 'ms',
    ...summarise(rounds.map((round) => pairOf(round, share))),
  }));
}

/**
 * Each launch is of an account of its own, which has all its slots. From its answer until all listings are in progress,
 * beside a bare workflow; and until all their workflows have read so, beside as many bare workflows.
 */
async function followLaunches(setting: Setting, launch: Launch): Promise<Figure[]> {
  const { service } = setting;
  const drafts = (await createDrafts(service, FOLLOWED_WARM_UP + FOLLOWED_LAUNCHES, 1)).values();
  const temporal = await startTemporal();
  const runBare = startBareWorker(setting, temporal);
  const worker = await startWorkerProcess(setting, temporal);
  const connection = await Connection.connect({ address: temporal.address });
  const { workflow } = new TemporalClient({ connection });
  const granted: Pair[] = [];
  const attended: Pair[] = [];
  for (const draft of drafts) {
    await launch(draft);
    const answeredAt = performance.now();
    const sinceAnswer = () => performance.now() - answeredAt;
    await until('all listings are in progress', POLL_MS, () => allInProgress(service, draft));
    const grantedMs = sinceAnswer();
    await until('all listings are attended', VISIBILITY_POLL_MS, () => allAttended(workflow, draft));
    const attendedMs = sinceAnswer();
    granted.push({ service: grantedMs, baseline: (await runBare(1)).seconds * 1_000 });
    attended.push({ service: attendedMs, baseline: (await runBare(LISTINGS)).seconds * 1_000 });
  }
  await connection.close();
  await worker.close();
  await temporal.stop();
  return [
    ...figuresOf('all in progress', granted.slice(FOLLOWED_WARM_UP)),
    ...figuresOf('all workflows know it', attended.slice(FOLLOWED_WARM_UP)),
  ];
}

function figuresOf(what: string, pairs: Pair[]): Figure[] {
  const times = [pairs.map(({ service }) => service), pairs.map(({ baseline }) => baseline)];
  return PERCENTILES.map((share) => ({
    name: `launch of ${LISTINGS}: from answer until ${what}, p${share * 100}`,
    unit: 'ms',
    ...summarise([pairOf(times, share)]),
  }));
}

function pairOf([service, baseline]: readonly number[][], share: number): Pair {
  return { service: percentile(service!, share), baseline: percentile(baseline!, share) };
}

async function createDrafts(service: Service, agencies: number, ofEach: number): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (let agency = 0; agency < agencies; agency++) {
    const details = { name: 'Agency', ownerEmail: 'owner@agency.example', liveLaunches: ofEach };
    const { accountId, keys } = await createAgency(service, details);
    const ids = await createLaunchableProjects(service, { account_id: accountId, livemode: true }, ofEach);
    drafts.push(...ids.map((id) => ({ id, key: keys.live.full })));
  }
  return drafts;
}

async function allInProgress({ db }: Service, { id }: Draft): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listing where project_id = ${id} and status = 'in_progress'
  `.execute(db.sql);
  return rows[0]!.count === LISTINGS;
}

/** A listing's workflow shows the status that it has read last. */
async function allAttended(workflow: WorkflowClient, { id }: Draft): Promise<boolean> {
  const { count } = await workflow.count(`ProjectId = "${id}" AND ListingStatus = "in_progress"`);
  return count === LISTINGS;
}
