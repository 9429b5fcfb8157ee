import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyFreePort } from '../../dev/ports.ts';
import { startPostgres, type Postgres } from '../../dev/postgres.ts';
import { provideTemporalCli } from '../../dev/temporal-cli.ts';
import { startTemporalServer, type TemporalServer } from '../../dev/temporal-server.ts';
import { readSampleCatalog } from '../../src/main/sample-catalog.ts';
import { loadCatalog } from '../../src/services/catalog/load-catalog.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { checkFeed, inFlightPeak } from '../support/ledger.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { workflowBundle } from '../support/temporal.ts';
import { connectionOf, ended, startWorkerProcess } from './worker-process.ts';

const PROJECTS = Number(process.env.CHAOS_PROJECTS ?? 20);
const LISTINGS = 100;
const KILL_EVERY_MS = 6_000;
/** Of every so many kills, one restarts Temporal too, and one Postgres. */
const RESTARTS = { temporal: 4, postgres: 6 };
const FINISH_MS = 1_800_000;

/** Two worker processes of which one dies at a time, on servers that stop in the middle of everything. */
describe('chaos', () => {
  let folder: string;
  let postgres: Postgres;
  let temporal: TemporalServer;
  let receiver: Receiver;
  let api: TestService;
  let workers: ChildProcess[] = [];
  let startWorker: () => ChildProcess;
  const ports = { postgres: 0, temporal: 0, ui: 0 };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'listing-chaos-'));
    ports.postgres = await anyFreePort();
    ports.temporal = await anyFreePort();
    ports.ui = await anyFreePort();
    postgres = await openPostgres();
    temporal = await openTemporal();
    receiver = await startReceiver();
    const bundle = join(folder, 'workflows.cjs');
    await writeFile(bundle, (await workflowBundle()).code);
    const settings = {
      ...receiver.settings,
      DATABASE_URL: postgres.databaseUrl,
      TEMPORAL_ADDRESS: temporal.address,
      SIMULATION_PACE: '20',
    };
    api = await startTestService(settings);
    await api.service.db.migrate();
    await loadCatalog(api.service.db.sql, await readSampleCatalog());
    startWorker = () => startWorkerProcess({ ...settings, ...connectionOf(api) }, bundle);
    workers = [startWorker(), startWorker()];
  });
  after(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await Promise.all(workers.map(ended));
    await api.close();
    await receiver.close();
    await temporal.stop();
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  it(`loses nothing of ${PROJECTS} projects of ${LISTINGS} listings`, async () => {
    const { keys } = await api.newAgency();
    const key = keys.test.full;
    expectStatus(await api.call('POST', '/webhook_endpoints', { key, json: { url: receiver.url } }), 201);
    const projects: string[] = [];
    for (let made = 0; made < PROJECTS; made++) projects.push((await createReadyProject(api.call, key)).id);
    const json = { auto_replace: false };
    for (const id of projects) expectStatus(await api.call('POST', `/projects/${id}/launch`, { key, json }), 200);

    const chaos = new AbortController();
    const kills = wreak(chaos.signal);
    await eventually('every listing to end', () => areEnded(projects), FINISH_MS);
    chaos.abort();
    console.log(`      ${await kills} workers killed`);
    await eventually('every message and delivery to be out', isQuiet, FINISH_MS);

    const feed = await readFeed(api.call, key);
    checkFeed(feed);
    assert.equal(inFlightPeak(feed), LISTINGS);
    const listed = new Set(feed.filter(({ type }) => type.startsWith('listing.')).map(({ data }) => data.object.id));
    assert.equal(listed.size, PROJECTS * LISTINGS);
    const received = new Set(receiver.received.map(({ event }) => event.id));
    assert.deepEqual(received, new Set(feed.map(({ id }) => id)));
    const account = expectStatus(await api.call('GET', '/account', { key }), 200).body;
    assert.deepEqual([account.launches.used, account.capacity.in_flight], [PROJECTS, 0]);
    console.log(`      ${feed.length} events, ${receiver.received.length} requests received`);
  }).timeout(2 * FINISH_MS);

  /** Kills a worker every few seconds, and restarts a server now and then. @returns how many workers */
  async function wreak(signal: AbortSignal): Promise<number> {
    for (let kills = 0; ;) {
      await new Promise((resolve) => setTimeout(resolve, KILL_EVERY_MS));
      if (signal.aborted) return kills;
      kills++;
      workers[0]!.kill('SIGKILL');
      await ended(workers[0]!);
      if (kills % RESTARTS.temporal === 0) {
        await temporal.stop();
        temporal = await openTemporal();
      }
      if (kills % RESTARTS.postgres === 0) {
        await postgres.stop();
        postgres = await openPostgres();
      }
      const alive = workers.slice(1).filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      workers = [...alive, ...Array.from({ length: 2 - alive.length }, startWorker)];
    }
  }

  const areEnded = (projects: string[]) =>
    noneIsLeft(
      `select count(*) as left from listing where project_id = any($1) and not status = any('{live,not_accepted,cancelled}')`,
      [projects],
    );

  const isQuiet = () =>
    noneIsLeft(
      `select (select count(*) from outbox) + (select count(*) from webhook_delivery where status <> 'succeeded') as left`,
    );

  /** Asks twice a second at most; false while Postgres is away. */
  async function noneIsLeft(text: string, values: unknown[] = []): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { rows } = await api.service.db.pool.query<{ left: number }>(text, values).catch(() => ({ rows: [] }));
    return rows[0]?.left === 0;
  }

  function openPostgres(): Promise<Postgres> {
    const options = { database: 'chaos', log: () => undefined, port: () => Promise.resolve(ports.postgres) };
    return startPostgres({ folder: join(folder, 'postgres'), ...options });
  }

  async function openTemporal(): Promise<TemporalServer> {
    return startTemporalServer({
      executable: await provideTemporalCli(process.env, () => undefined),
      folder: join(folder, 'temporal'),
      persistent: true,
      port: () => Promise.resolve(ports.temporal),
      uiPort: () => Promise.resolve(ports.ui),
      searchAttributes: Object.values(searchAttributes),
      log: () => undefined,
    });
  }
});
