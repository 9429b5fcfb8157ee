/** Lists of projects: how long an answer takes an account of 100,000 projects beside an account of 1,000. */
import assert from 'node:assert/strict';
import { Client } from 'undici';
import { anyFreePort } from '../dev/ports.ts';
import type { Service } from '../src/main/service.ts';
import { createLargeAccount, WORD, type LargeAccount } from './many-projects.ts';
import type { Figure } from './report.ts';
import type { Setting } from './setting.ts';
import { percentile, summarise, type Pair } from './statistics.ts';
import { timeInTurn } from './time-in-turn.ts';
import { until } from './until.ts';

const SMALL = 1_000;
const LARGE = 100_000;
const OTHER_ACCOUNTS = 40;
const OTHER = 1_000;
const PAGE = 20;
const WARM_UP_REQUESTS = 10;
const ROUNDS = 5;
const REQUESTS_PER_ROUND = 40;
const AIM = { atMost: 2 };

/** An account may make 3,600 requests an hour, and the search for the deep cursor alone takes a thousand. */
const FORGET_REQUESTS = 'truncate hourly_count';

interface List {
  name: string;
  query: string;
  /** What a scan of the account's projects has to find, of a parameter `$3`. */
  condition: string;
  value: string;
}

const byText = (name: string, q: string): List => ({
  name: `q ${name}`,
  query: `q=${encodeURIComponent(q)}`,
  condition: 'strpos(lower(name), lower($3)) > 0 or strpos(lower(url), lower($3)) > 0',
  value: q,
});

const LISTS: List[] = [
  { name: 'all', query: '', condition: '$3 = $3', value: '' },
  { name: 'status of half', query: 'status=in_progress', condition: 'status = $3', value: 'in_progress' },
  { name: 'status of 1 in 200', query: 'status=on_hold', condition: 'status = $3', value: 'on_hold' },
  { name: 'external_id', query: 'external_id=crm-500', condition: 'external_id = $3', value: 'crm-500' },
  byText('in half', WORD.half.toLowerCase()),
  byText('in 1 of 100', WORD.oneOf100.toLowerCase()),
  byText('in 5', WORD.five.toLowerCase()),
  byText('in none', WORD.none.toLowerCase()),
  byText('of 2 letters in half', WORD.half.toLowerCase().slice(0, 2)),
  byText('of 2 letters in 5', WORD.fiveOf2Letters.toLowerCase()),
  byText('of 2 letters in none', 'qx'),
];

interface Page {
  data: { id: string }[];
  next_cursor: string | null;
}

/** A page of the account's projects, by this query. */
type Read = (account: LargeAccount, query: string) => Promise<Page>;

export async function measureProjects(setting: Setting): Promise<Figure[]> {
  const small = await createLargeAccount(setting.service, SMALL);
  const large = await createLargeAccount(setting.service, LARGE);
  for (let other = 0; other < OTHER_ACCOUNTS; other++) await createLargeAccount(setting.service, OTHER);
  await setting.service.db.pool.query('vacuum analyze');

  const port = await anyFreePort();
  const api = setting.start('../src/main/api.ts', { PORT: String(port) });
  const client = new Client(`http://127.0.0.1:${port}`);
  const read: Read = async ({ key }, query) => {
    const headers = { authorization: `Bearer ${key}` };
    const { statusCode, body } = await client.request({ method: 'GET', path: `/v1/projects?${query}`, headers });
    const page = await body.text();
    if (statusCode !== 200) throw new Error(`${query} answered ${statusCode}: ${page}`);
    return JSON.parse(page) as Page;
  };
  await until('the API listens', 50, () => read(small, '').then(Boolean, () => false));

  for (const list of LISTS) {
    for (const account of [small, large]) await compareWithScan(setting.service, read, account, list);
  }
  const figures: Figure[] = [];
  const { pool } = setting.service.db;
  for (const { name, query } of LISTS) {
    await pool.query(FORGET_REQUESTS);
    figures.push(await compare(name, read, [large, query], [small, query]));
  }
  await pool.query(FORGET_REQUESTS);
  const deep = [`cursor=${await lastCursor(read, large)}`, `cursor=${await lastCursor(read, small)}`] as const;
  figures.push(await compare('the last pages', read, [large, deep[0]], [small, deep[1]]));
  await client.close();
  await api.close();
  return figures;
}

/** The answer is that of reading every project of the account. */
async function compareWithScan({ db }: Service, read: Read, account: LargeAccount, list: List): Promise<void> {
  const { account_id, livemode } = account.scope;
  const { rows } = await db.pool.query<{ id: string }>(
    `select id from (select * from project where account_id = $1 and livemode = $2 offset 0) as scanned
     where ${list.condition} order by id desc limit ${PAGE}`,
    [account_id, livemode, list.value],
  );
  const { data } = await read(account, list.query);
  const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);
  assert.deepEqual(idsOf(data), idsOf(rows), list.name);
}

/** The cursor of the page before the last, of 100 each; the pages up to there hold every project once. */
async function lastCursor(read: Read, account: LargeAccount): Promise<string> {
  const cursors: string[] = [];
  const seen = new Set<string>();
  for (let cursor: string | null = null; ;) {
    const page: Page = await read(account, `limit=100${cursor === null ? '' : `&cursor=${cursor}`}`);
    for (const { id } of page.data) seen.add(id);
    cursor = page.next_cursor;
    if (cursor === null) break;
    cursors.push(cursor);
  }
  assert.equal(seen.size, 100 * (cursors.length + 1));
  return cursors.at(-1)!;
}

type Request = readonly [account: LargeAccount, query: string];

async function compare(name: string, read: Read, large: Request, small: Request): Promise<Figure> {
  const reads = [() => read(...large), () => read(...small)];
  await timeInTurn(WARM_UP_REQUESTS, reads);
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [service, baseline] = (await timeInTurn(REQUESTS_PER_ROUND, reads)).map((times) => percentile(times, 0.95));
    pairs.push({ service: service!, baseline: baseline! });
  }
  return { name: `projects of 100,000 beside 1,000: ${name}, p95`, unit: 'ms', ...summarise(pairs), aim: AIM };
}
