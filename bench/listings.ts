/** Reading listings: an account of 10,000 beside one of 100, and beside a bare server. */
import { Client } from 'undici';
import type { Scope } from '../src/db/scope.ts';
import { createAgency } from '../src/main/agency.ts';
import type { Service } from '../src/main/service.ts';
import { launchProject } from '../src/services/projects/launch-project.ts';
import { createLaunchableProjects } from './complete-project.ts';
import { createLoad, type Target } from './load.ts';
import type { Figure } from './report.ts';
import { serve } from './serve.ts';
import type { Setting } from './setting.ts';
import { percentile, summarise, type Pair } from './statistics.ts';
import { timeInTurn } from './time-in-turn.ts';

const PROJECTS = { large: 100, small: 1 };
const WARM_UP_REQUESTS = 100;
const ROUNDS = 5;
const REQUESTS_PER_ROUND = 100;
const ROUND_MS = 1_500;
const PERCENTILES = [0.5, 0.95];

/** An account may make 3,600 requests an hour: this often they are forgotten, by an update of one row. */
const FORGET_REQUESTS_MS = 150;

/** An account whose projects have 100 listings each, of which we read the middle one and the middle project. */
interface Account {
  headers: Record<string, string>;
  listing: string;
  project: string;
}

/** What is read of an account. The bare server takes the same paths. */
const READS: { name: string; pathOf: (account: Account) => string }[] = [
  { name: 'GET /v1/listings/{id}', pathOf: ({ listing }) => `/v1/listings/${listing}` },
  ...['', '?limit=100', '?status=submitted'].map((query) => ({
    name: `GET /v1/projects/{id}/listings${query}`,
    pathOf: ({ project }: Account) => `/v1/projects/${project}/listings${query}`,
  })),
];

export async function measureListings(setting: Setting): Promise<Figure[]> {
  const { service } = setting;
  const large = await createAccount(service, PROJECTS.large);
  const small = await createAccount(service, PROJECTS.small);
  await service.db.pool.query('vacuum analyze');
  const api = await serve(setting, '../src/main/api.ts');
  const bare = await serve(setting, './bare-read-server.ts');
  const forget = setInterval(() => {
    void service.db.pool.query('update hourly_count set count = 0');
  }, FORGET_REQUESTS_MS);
  const figures: Figure[] = [];
  for (const { name, pathOf } of READS) {
    const targetOf = (account: Account) => ({ path: pathOf(account), headers: account.headers });
    const sides: Side[] = [
      { origin: api.origin, target: targetOf(large) },
      { origin: api.origin, target: targetOf(small) },
      { origin: bare.origin, target: targetOf(large) },
    ];
    figures.push(...(await compareTimes(name, sides)), ...(await compareRates(name, sides)));
  }
  clearInterval(forget);
  await api.child.close();
  await bare.child.close();
  return figures;
}

/** The large account's, the small one's and the bare server's, in this order. */
interface Side {
  origin: string;
  target: Target;
}

/** One request at a time. */
async function compareTimes(name: string, sides: readonly Side[]): Promise<Figure[]> {
  const clients = sides.map(({ origin }) => new Client(origin));
  const reads = sides.map(({ target: { path, headers } }, index) => async () => {
    const { statusCode, body } = await clients[index]!.request({ method: 'GET', path, headers });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`);
  });
  await timeInTurn(WARM_UP_REQUESTS, reads);
  const rounds: number[][][] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await timeInTurn(REQUESTS_PER_ROUND, reads));
  for (const client of clients) await client.close();
  return PERCENTILES.flatMap((share) =>
    figuresOf(
      `${name}, p${share * 100}`,
      'ms',
      rounds.map((round) => round.map((times) => percentile(times, share))),
    ),
  );
}

/** Many requests at once. */
async function compareRates(name: string, sides: readonly Side[]): Promise<Figure[]> {
  const loads = sides.map(({ origin, target }) => createLoad(origin, [target]));
  const rounds: number[][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const rates: number[] = [];
    for (const load of loads) rates.push(await load.run(ROUND_MS));
    if (round > 0) rounds.push(rates); // the first warms up
  }
  for (const load of loads) await load.close();
  return figuresOf(name, 'requests/s', rounds);
}

/** @param rounds of each round the large account's, the small one's and the bare server's value */
function figuresOf(name: string, unit: string, rounds: readonly number[][]): Figure[] {
  const beside = (side: 1 | 2) =>
    summarise(rounds.map((values): Pair => ({ service: values[0]!, baseline: values[side]! })));
  return [
    { name: `${name}: of 10,000 beside 100`, unit, ...beside(1) },
    { name: `${name}: of 10,000 beside bare`, unit, ...beside(2) },
  ];
}

async function createAccount(service: Service, projects: number): Promise<Account> {
  const agency = { name: 'Agency', ownerEmail: 'owner@agency.example', liveLaunches: 1 };
  const { accountId, keys } = await createAgency(service, agency);
  const scope: Scope = { account_id: accountId, livemode: false };
  const ids = await createLaunchableProjects(service, scope, projects);
  for (const id of ids) await launchProject(service, scope, id, { directories: 'auto' });
  await service.db.pool.query(SUBMIT_SOME, [accountId]);
  const project = ids[Math.floor(projects / 2)]!;
  const { rows } = await service.db.pool.query<{ id: string }>(
    'select id from listing where project_id = $1 order by directory_rating desc, id offset 50 limit 1',
    [project],
  );
  return { headers: { authorization: `Bearer ${keys.test.full}` }, listing: rows[0]!.id, project };
}

/** One in ten. */
const SUBMIT_SOME = `
update listing set status = 'submitted', queued_at = null, submitted_at = moved_at
where id in (
  select id from (select id, row_number() over (partition by project_id order by id) as n from listing where account_id = $1)
  as numbered where n % 10 = 0
)`;
