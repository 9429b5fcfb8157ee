import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerProcess } from '../../dev/children.ts';
import { anyFreePort } from '../../dev/ports.ts';
import { openDatabase, type Database } from '../../src/db/database.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';
import { keepDirectories } from '../resilience/fleet-clients.ts';
import { checkLedger, isQuiet } from '../resilience/fleet-ledger.ts';
import { startLoad } from '../resilience/load.ts';
import { recoverPostgres, startArchivedPostgres, type ArchivedPostgres } from './support/archived-postgres.ts';
import { addLightLoad } from './support/light-load.ts';
import { prepareComposeStack, type ComposeAgency, type ComposeStack } from './support/compose-stack.ts';

const say = (message: string) => console.log(`      ${message}`);
const FINISH_MS = 120_000;
const DIRECTORIES = 10;
/** Slow enough that listings of each status are there at any moment. */
const SETTINGS = { SIMULATION_PACE: '10' };
const STARTED = ['api', 'worker', 'worker'] as const;

describe('a loss of everything but a base backup and the archived log', () => {
  let folder: string;
  let postgres: ArchivedPostgres;
  let stack: ComposeStack;
  let agency: ComposeAgency;
  let db: Database;
  let moment: string;
  /** What the receiver had at the loss. */
  let received: number;
  const running: ServerProcess[] = [];

  before(async function () {
    this.timeout(600_000);
    folder = await mkdtemp(join(tmpdir(), 'listing-restore-'));
    postgres = await startArchivedPostgres(folder, await anyFreePort());
    stack = await prepareComposeStack(postgres, SETTINGS, say);
    running.push(await stack.startTemporal());
    await startService();
    agency = await stack.newAgency();
    await connect();
    await keepDirectories({ service: { db } }, DIRECTORIES);
    await loadUntilLoss();
  });

  after(async function () {
    this.timeout(300_000);
    if (!db.pool.ended) await loseEverything();
    await stack.close();
    await rm(folder, { recursive: true });
  });

  async function connect(): Promise<void> {
    db = await openDatabase(postgres.databaseUrl, 2);
    db.pool.on('error', () => undefined); // of the server that is lost
  }

  async function startService(): Promise<void> {
    const started = await Promise.all(STARTED.map((name) => stack.startService(name)));
    running.push(...started.map(({ server }) => server));
  }

  /** Backs up while agencies work, and loses everything a while after the moment that is to be restored. */
  async function loadUntilLoss(): Promise<void> {
    const key = agency.keys.test.full;
    const json = { url: stack.receiver.url };
    const endpoint = expectStatus(await stack.call('POST', '/webhook_endpoints', { key, json }), 201).body.id as string;
    const load = startLoad(stack.url);
    addLightLoad(load, key, endpoint);
    const liveListings = async () => count(`select count(*) from listing where status = 'live'`);
    await eventually('listings that are live', async () => (await liveListings()) > DIRECTORIES);
    await postgres.backUp();
    const before = await liveListings();
    await eventually('more listings that are live', async () => (await liveListings()) > before + DIRECTORIES);
    for (const status of ['in_progress', 'submitted']) {
      const query = `select count(*) from listing where status = '${status}'`;
      await eventually(`a listing that is ${status}`, async () => (await count(query)) > 0);
    }
    moment = (await db.pool.query<{ now: string }>('select clock_timestamp()::text as now')).rows[0]!.now;
    const after = await count('select count(*) from event');
    await eventually('what will be lost', async () => (await count('select count(*) from event')) > after + 20);
    await postgres.archiveLog();
    await load.stop();
    assert.deepEqual(
      [...load.tallies.values()].flatMap(({ failures }) => failures),
      [],
    );
    await loseEverything();
    received = stack.receiver.received.length;
  }

  async function count(query: string): Promise<number> {
    const { rows } = await db.pool.query<{ count: string | number }>(query);
    return Number(rows[0]!.count);
  }

  async function loseEverything(): Promise<void> {
    for (const { pid } of running) process.kill(-pid, 'SIGKILL');
    await Promise.all(running.splice(0).map((server) => server.stop()));
    await db.close();
    await postgres.crash();
  }

  /** Recovers the cluster of all three databases to the moment, and shows that there was work under way. */
  async function recover(name: string): Promise<void> {
    stack.receiver.received.splice(received);
    postgres = await recoverPostgres(folder, name, moment, postgres.port);
    await connect();
    const { rows } = await db.pool.query('select status, count(*) as count from listing group by 1 order by 1');
    say(`at ${moment}: ${rows.map(({ status, count }) => `${count} ${status}`).join(', ')}`);
    assert.ok(rows.some(({ status }) => ['in_progress', 'submitted'].includes(status)));
  }

  async function requireWholeLedger(): Promise<void> {
    const api = { service: { db }, call: stack.call };
    await eventually('everything to end', () => isQuiet(api), FINISH_MS);
    say(await checkLedger({ receiver: stack.receiver, api }, [agency], DIRECTORIES));
  }

  it('is made good by a recovery of all three databases to one moment, and nothing more', async () => {
    await recover('same-moment');
    running.push(await stack.startTemporal());
    await startService();
    await requireWholeLedger();
    await loseEverything();
  }).timeout(FINISH_MS * 2);

  it('is made good with an empty Temporal by one command', async () => {
    await recover('empty-temporal');
    for (const database of ['temporal', 'temporal_visibility']) await db.pool.query(`drop database ${database}`);
    running.push(await stack.startTemporal());
    await startService();
    say(await stack.local.job('admin', 'workflows', 'restore'));
    await requireWholeLedger();
  }).timeout(FINISH_MS * 2);
});
