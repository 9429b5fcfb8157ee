/**
 * How the service's figures grow with the number of its accounts and of its listings: services of several sizes, each with
 * its own Postgres and processes, are asked the same in turn, and each is compared with the smallest.
 */
import { sql } from 'kysely';
import { Client } from 'undici';
import { inTransaction } from '../src/services/transaction.ts';
import { MAX_IN_FLIGHT } from '../src/outbox/claim-deliveries.ts';
import { openRig, recordEvent, type Rig } from './deliveries.ts';
import { createGrownAccount, type GrownAccount } from './grown-account.ts';
import type { Figure } from './report.ts';
import { serve } from './serve.ts';
import { openSetting, type Setting } from './setting.ts';
import { percentile, summarise, type Pair } from './statistics.ts';
import { timeInTurn } from './time-in-turn.ts';
import { until } from './until.ts';

interface Size {
  accounts: number;
  listings: number;
}

/** Along each axis the other number stays as it is. */
const AXES: { axis: keyof Size; sizes: Size[] }[] = [
  { axis: 'accounts', sizes: [1, 10, 100].map((accounts) => ({ accounts, listings: 10_000 })) },
  { axis: 'listings', sizes: [1_000, 10_000, 100_000].map((listings) => ({ accounts: 10, listings })) },
];
const LISTINGS_OF_PROJECT = 100;
const WARM_UP = 40;
const ROUNDS = 5;
const READS_PER_ROUND = 60;
const LAUNCHES_PER_ROUND = 6;
const DELIVERIES = 2_000;
const DRAINS = 3;
const POLL_MS = 5;
const PERCENTILES = [0.5, 0.95];

/** A service of a size. */
interface Site {
  setting: Setting;
  client: Client;
  rig: Rig;
  accounts: GrownAccount[];
  turn: number;
}

/** What is asked of a site, in turn of its accounts. */
type Ask = (site: Site) => Promise<void>;

const READS: { name: string; pathOf: (account: GrownAccount) => string }[] = [
  { name: 'GET /v1/projects/{id}', pathOf: ({ project }) => `/v1/projects/${project}` },
  { name: 'GET /v1/projects', pathOf: () => '/v1/projects' },
  { name: 'GET /v1/projects/{id}/listings', pathOf: ({ project }) => `/v1/projects/${project}/listings` },
  { name: 'GET /v1/events', pathOf: () => '/v1/events' },
];

export async function measureGrowth(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { axis, sizes } of AXES) {
    const sites: Site[] = [];
    for (const size of sizes) sites.push(await openSite(size));
    const names = sizes.map((size) => `${axis} ${size[axis].toLocaleString('en')}`);
    for (const { name, pathOf } of READS) {
      figures.push(...(await compareTimes(name, names, sites, READS_PER_ROUND, (site) => read(site, pathOf))));
    }
    figures.push(...(await compareDrains(names, sites)));
    figures.push(...(await compareTimes('launch of 100: answer', names, sites, LAUNCHES_PER_ROUND, launch)));
    for (const site of sites) await closeSite(site);
  }
  return figures;
}

async function openSite({ accounts: count, listings }: Size): Promise<Site> {
  const setting = await openSetting();
  const rig = await openRig(setting);
  const accounts: GrownAccount[] = [];
  for (let index = 0; index < count; index++) {
    const url = rig.receiver.urls[index % rig.receiver.urls.length]!;
    accounts.push(
      await createGrownAccount(setting.service, url, {
        projects: listings / count / LISTINGS_OF_PROJECT,
        events: listings / count,
        drafts: Math.ceil((WARM_UP + ROUNDS * LAUNCHES_PER_ROUND) / count),
      }),
    );
  }
  await setting.service.db.pool.query('vacuum analyze');
  const api = await serve(setting, '../src/main/api.ts');
  return { setting, client: new Client(api.origin), rig, accounts, turn: 0 };
}

async function closeSite({ client, rig, setting }: Site): Promise<void> {
  await client.close();
  await rig.close();
  await setting.close();
}

function nextAccount(site: Site): GrownAccount {
  return site.accounts[site.turn++ % site.accounts.length]!;
}

async function read(site: Site, pathOf: (account: GrownAccount) => string): Promise<void> {
  const account = nextAccount(site);
  await ask(site, { method: 'GET', path: pathOf(account) }, account.key);
}

async function launch(site: Site): Promise<void> {
  const account = nextAccount(site);
  const path = `/v1/projects/${account.drafts.pop()!}/launch`;
  await ask(site, { method: 'POST', path, body: '{"directories":"auto","auto_replace":false}' }, account.key);
}

async function ask(
  { client }: Site,
  request: { method: 'GET' | 'POST'; path: string; body?: string },
  key: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { statusCode, body } = await client.request({ ...request, headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${request.path} answered ${statusCode}: ${text}`);
}

async function compareTimes(
  what: string,
  names: readonly string[],
  sites: readonly Site[],
  timesPerRound: number,
  work: Ask,
): Promise<Figure[]> {
  // An account may make 3,600 requests an hour.
  for (const { setting } of sites) await setting.service.db.pool.query('truncate hourly_count');
  const works = sites.map((site) => () => work(site));
  await timeInTurn(Math.min(WARM_UP, timesPerRound), works);
  const rounds: number[][][] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await timeInTurn(timesPerRound, works));
  return PERCENTILES.flatMap((share) => {
    const values = rounds.map((round) => round.map((times) => percentile(times, share)));
    return besideSmallest(`${what}, p${share * 100}`, 'ms', names, values);
  });
}

async function compareDrains(names: readonly string[], sites: readonly Site[]): Promise<Figure[]> {
  const rounds: number[][] = [];
  for (let round = 0; round <= DRAINS; round++) {
    const rates: number[] = [];
    for (const site of sites) rates.push(await drain(site));
    if (round > 0) rounds.push(rates); // the first warms up
  }
  return besideSmallest(`drain ${DELIVERIES}`, 'deliveries/s', names, rounds);
}

async function drain({ setting: { service }, rig, accounts }: Site): Promise<number> {
  for (const { scope } of accounts) {
    await inTransaction(service, scope, (tx) => {
      for (let event = 0; event < DELIVERIES / accounts.length; event++) recordEvent(tx, event);
      return Promise.resolve();
    });
  }
  let arrived = 0;
  let firstAt = 0;
  rig.receiver.listen(() => {
    if (arrived++ === 0) firstAt = performance.now();
  });
  await rig.service.start(MAX_IN_FLIGHT.perEndpoint);
  await until('all deliveries arrived', POLL_MS, () => Promise.resolve(arrived >= DELIVERIES));
  const seconds = (performance.now() - firstAt) / 1_000;
  await until('all outcomes are recorded', POLL_MS, async () => {
    const { rows } = await sql`select 1 from webhook_delivery where due_at is not null limit 1`.execute(service.db.sql);
    return rows.length === 0;
  });
  await rig.service.stop();
  return DELIVERIES / seconds;
}

/** @param rounds of each round the value of each size, the smallest first */
function besideSmallest(what: string, unit: string, names: readonly string[], rounds: readonly number[][]): Figure[] {
  const smallest = names[0]!.split(' ')[1]!;
  return names.slice(1).map((name, index) => {
    const pairs = rounds.map((values): Pair => ({ service: values[index + 1]!, baseline: values[0]! }));
    return { name: `${what}: ${name} beside ${smallest}`, unit, ...summarise(pairs) };
  });
}
