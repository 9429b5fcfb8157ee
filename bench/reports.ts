/**
 * What fifty reports that are asked for at once cost: how long the API's answers take meanwhile, beside those of a moment
 * before, and the memory of the worker that builds them, which a second fifty must not add to.
 */
import { Client } from 'undici';
import { sql } from 'kysely';
import { createAgency } from '../src/main/agency.ts';
import type { Service } from '../src/main/service.ts';
import { launchProject } from '../src/services/projects/launch-project.ts';
import type { Child } from './child.ts';
import { createLaunchableProjects } from './complete-project.ts';
import type { Figure } from './report.ts';
import { serve } from './serve.ts';
import type { Setting } from './setting.ts';
import { median, percentile, summarise } from './statistics.ts';
import { startTemporal, startWorkerProcess } from './temporal.ts';
import { until } from './until.ts';

const REPORTS = 50;
const BATCHES = 4;
const WARM_UP_MS = 5_000;
const IDLE_MS = 10_000;
const PAUSE_MS = 20;
const POLL_MS = 250;
const BUILT_WITHIN_MS = 10 * 60_000;
const AIM = { atMost: 1.5 };
const FLAT = { atMost: 1.15 };

interface Account {
  project: string;
  key: string;
}

/** What the worker and the API were like while so many reports were built. */
interface Batch {
  idle: number[];
  beside: number[];
  seconds: number;
  memoryMb: { before: number; peak: number; after: number };
}

export async function measureReports(setting: Setting, reports = REPORTS): Promise<Figure[]> {
  const { service } = setting;
  const accounts = await createAccounts(service, reports);
  const api = await serve(setting, '../src/main/api.ts');
  const client = new Client(api.origin, { pipelining: 1 });
  const temporal = await startTemporal();
  const worker = await startWorkerProcess(setting, temporal);
  const time = (isOver: () => boolean) => timeReads(client, accounts, isOver);
  await time(after(WARM_UP_MS));
  const batches: Batch[] = [];
  for (let batch = 0; batch < BATCHES; batch++) batches.push(await buildAll(service, client, worker, accounts, time));
  await client.close();
  await worker.close();
  await temporal.stop();
  await api.child.close();

  const name = `${reports} reports at once`;
  const [, second, ...later] = batches as [Batch, Batch, ...Batch[]];
  const memory = (what: string, service: number, baseline: number, aim?: Figure['aim']): Figure => ({
    name: `${name}: worker's memory, ${what}`,
    unit: 'MB',
    ...summarise([{ service, baseline }]),
    ...(aim && { aim }),
  });
  return [
    ...[0.5, 0.95, 0.99].map((share) => ({
      name: `${name}: the API's answers beside idle ones, p${share * 100}`,
      unit: 'ms',
      ...summarise(
        batches.map(({ idle, beside }) => ({ service: percentile(beside, share), baseline: percentile(idle, share) })),
      ),
      ...(share === 0.95 && { aim: AIM }),
    })),
    memory('peak beside idle', Math.max(...batches.map(({ memoryMb }) => memoryMb.peak)), batches[0]!.memoryMb.before),
    memory(
      'peak of later batches beside the second',
      median(later.map(({ memoryMb }) => memoryMb.peak)),
      second.memoryMb.peak,
      FLAT,
    ),
    memory('after later batches beside after the second', later.at(-1)!.memoryMb.after, second.memoryMb.after, FLAT),
    {
      name: `${name}: from asked for until ready, the last batch beside the second`,
      unit: 's',
      ...summarise([{ service: later.at(-1)!.seconds, baseline: second.seconds }]),
    },
  ];
}

async function buildAll(
  service: Service,
  client: Client,
  worker: Child,
  accounts: Account[],
  time: (isOver: () => boolean) => Promise<number[]>,
): Promise<Batch> {
  await service.db.pool.query(`update report set created_at = created_at - interval '1 hour'`);
  await service.db.pool.query('update hourly_count set count = 0');
  const memoryMb = { before: worker.memoryMb(), peak: 0, after: 0 };
  const idle = await time(after(IDLE_MS));
  const sampling = setInterval(() => (memoryMb.peak = Math.max(memoryMb.peak, worker.memoryMb())), POLL_MS);
  const startedAt = performance.now();
  await Promise.all(accounts.map((account, index) => ask(client, account, index % 2 === 0 ? 'pdf' : 'xlsx')));
  let isOver = false;
  const reading = time(() => isOver);
  await until('every report is ready', POLL_MS, () => allReady(service), BUILT_WITHIN_MS);
  const seconds = (performance.now() - startedAt) / 1_000;
  isOver = true;
  const beside = await reading;
  clearInterval(sampling);
  memoryMb.after = worker.memoryMb();
  return { idle, beside, seconds, memoryMb };
}

/** @returns the milliseconds of each read, one at a time with a pause between */
async function timeReads(client: Client, accounts: readonly Account[], isOver: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  for (let turn = 0; !isOver(); turn++) {
    const { project, key } = accounts[turn % accounts.length]!;
    const startedAt = performance.now();
    const path = turn % 2 === 0 ? `/v1/projects/${project}` : '/v1/projects';
    const { statusCode, body } = await client.request({ method: 'GET', path, headers: headersOf(key) });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    taken.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return taken;
}

async function ask(client: Client, { project, key }: Account, format: string): Promise<void> {
  const { statusCode, body } = await client.request({
    method: 'POST',
    path: `/v1/projects/${project}/reports`,
    headers: { ...headersOf(key), 'content-type': 'application/json' },
    body: JSON.stringify({ format }),
  });
  const answer = await body.text();
  if (statusCode !== 201) throw new Error(`a report was answered ${statusCode}: ${answer}`);
}

async function allReady({ db }: Service): Promise<boolean> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from report where status <> 'ready' group by 1
  `.execute(db.sql);
  if (rows.some(({ status }) => status === 'failed')) throw new Error('a report failed');
  return rows.length === 0;
}

/** Each has a project of its own with 100 listings, of which most have come somewhere. */
async function createAccounts(service: Service, count: number): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let made = 0; made < count; made++) {
    const agency = { name: 'Agency', ownerEmail: 'owner@agency.example', liveLaunches: 1 };
    const { accountId, keys } = await createAgency(service, agency);
    const scope = { account_id: accountId, livemode: false };
    const [project] = await createLaunchableProjects(service, scope, 1);
    await launchProject(service, scope, project!, { directories: 'auto', auto_replace: false });
    accounts.push({ project: project!, key: keys.test.full });
  }
  await service.db.pool.query(MOVE_LISTINGS);
  await service.db.pool.query(NAME_DIRECTORIES);
  await service.db.pool.query('delete from outbox');
  await service.db.pool.query('vacuum analyze');
  return accounts;
}

/** Two in three are live, over as many hours. */
const MOVE_LISTINGS = `
update listing set status = 'live', queued_at = null, submitted_at = moved_at, live_at = moved_at + n * interval '1 hour',
  moved_at = moved_at + n * interval '1 hour', live_url = 'https://directory.example/products/' || id
from (select id as of, row_number() over (partition by project_id order by id) as n from listing) as numbered
where of = id and n % 3 <> 0`;

/** So that more than one script is set. */
const NAME_DIRECTORIES = `
update directory set name = name || (array[' 软件目录', ' دليل', ' 소프트웨어', ''])[1 + length(name) % 4]`;

function headersOf(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

function after(durationMs: number): () => boolean {
  const end = performance.now() + durationMs;
  return () => performance.now() >= end;
}
