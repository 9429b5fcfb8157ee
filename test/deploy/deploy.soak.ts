import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { ServerProcess } from '../../dev/children.ts';
import { anyFreePort } from '../../dev/ports.ts';
import { startPostgres, type Postgres } from '../../dev/postgres.ts';
import { createApiClient, type Call } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { ROOT } from './support/compose.ts';
import { pickPlaces, prepareLocalCompose, requireReady, type LocalCompose, type Places } from './support/local-compose.ts';

const say = (message: string) => console.log(`      ${message}`);
const FINISH_MS = 600_000;

describe('docker-compose.yml, run without containers', () => {
  let folder: string;
  let postgres: Postgres;
  let smtp: TestSmtpServer;
  let receiver: Receiver;
  let places: Places;
  let stack: LocalCompose;
  let connection: Connection;
  let client: Client;
  let key: string;
  let liveKey: string;
  const running: ServerProcess[] = [];
  const clients: { call: Call; close: () => Promise<void> }[] = [];

  before(async function () {
    this.timeout(1_200_000);
    folder = await mkdtemp(join(tmpdir(), 'listing-deploy-'));
    postgres = await startPostgres({ folder: join(folder, 'postgres'), database: 'listings', port: anyFreePort, log: say });
    smtp = await startSmtpServer(null);
    receiver = await startReceiver();
    places = await pickPlaces(postgres.port, smtp.port);
    const { password } = new URL(postgres.databaseUrl);
    stack = await prepareLocalCompose(places, { POSTGRES_PASSWORD: password }, say);
    await startTemporal();
    await startStorage();
    for (const job of ['database-roles', 'migrate']) for (const _ of ['first', 'repeated']) await stack.job(job);
    await startService();
    await addAgency();
  });

  after(async function () {
    this.timeout(300_000);
    await connection.close();
    for (const { close } of clients) await close();
    for (const server of running.toReversed()) await server.stop();
    await receiver.close();
    await smtp.close();
    await postgres.stop();
    await stack.remove();
    await rm(folder, { recursive: true });
  });

  async function startTemporal() {
    for (const job of ['database-temporal', 'temporal-schema']) for (const _ of ['first', 'repeated']) await stack.job(job);
    const ports = ['MEMBERSHIP', 'FRONTEND_MEMBERSHIP', 'MATCHING', 'MATCHING_MEMBERSHIP', 'HISTORY', 'HISTORY_MEMBERSHIP'];
    const settings: Record<string, string> = { TEMPORAL_PORT: String(places.temporal), TEMPORAL_BIND: '127.0.0.1' };
    for (const name of [...ports, 'WORKER', 'WORKER_MEMBERSHIP']) {
      settings[`TEMPORAL_${name}_PORT`] = String(await anyFreePort());
    }
    const address = `127.0.0.1:${places.temporal}`;
    running.push(
      await stack.start('temporal', settings, async () => {
        const probe = await Connection.connect({ address, connectTimeout: 2_000 });
        await probe.close();
      }),
    );
    for (const _ of ['first', 'repeated']) await stack.job('temporal-namespace');
    connection = await Connection.connect({ address });
    client = new Client({ connection, namespace: stack.compose.services.worker!.environment!.TEMPORAL_NAMESPACE! });
  }

  async function startStorage() {
    const health = async () => assert.ok((await fetch(`http://127.0.0.1:${places.storage}/health`)).ok);
    running.push(await stack.start('storage', {}, health));
    for (const _ of ['first', 'repeated']) await stack.job('storage-bucket');
  }

  async function startService() {
    for (const name of ['api', 'api', 'worker', 'worker', 'mail']) {
      const [port, operations] = [await anyFreePort(), await anyFreePort()];
      const settings = {
        ...receiver.settings,
        [name === 'mail' ? 'INBOUND_MAIL_PORT' : 'PORT']: String(port),
        OPERATIONS_PORT: String(operations),
        SIMULATION_PACE: '30',
        DATABASE_POOL_SIZE: '8',
      };
      running.push(await stack.start(name, settings, () => requireReady(operations)));
      if (name === 'api') clients.push(createApiClient(`http://127.0.0.1:${port}/v1`, () => undefined));
    }
  }

  async function addAgency() {
    await stack.job('admin', 'catalog', 'import', join(ROOT, 'catalog/directories.json'));
    const json = async (...args: string[]) => JSON.parse(await stack.job('admin', ...args, '--json'));
    const { id } = await json('account', 'create', '--name', 'An agency', '--email', 'owner@agency.example');
    await json('account', 'purchase', id, '--launches', '5', '--reference', 'invoice 1');
    key = (await json('key', 'create', id, '--mode', 'test')).key;
    liveKey = (await json('key', 'create', id, '--mode', 'live')).key;
  }

  let calls = 0;
  /** As a balancer does: the next request goes to the next process. */
  const call: Call = (...request) => clients[calls++ % clients.length]!.call(...request);

  it('takes projects from their creation to the last webhook over two API and two worker processes', async () => {
    expectStatus(await call('POST', '/webhook_endpoints', { key, json: { url: receiver.url } }), 201);
    const { id } = await createReadyProject(call, key);
    expectStatus(await call('POST', `/projects/${id}/launch`, { key, json: { auto_replace: false } }), 200);
    const progress = await eventually(
      'every listing to end',
      async () => {
        const { body } = await call('GET', `/projects/${id}`, { key });
        const { pending, in_progress, submitted } = body.progress;
        return pending + in_progress + submitted === 0 && body.progress;
      },
      FINISH_MS,
    );
    say(JSON.stringify(progress));
    assert.ok(progress.live > 0);
    const feed = await readFeed(call, key);
    await eventually('every webhook to arrive', () => receiver.received.length >= feed.length, FINISH_MS);
    assert.deepEqual(new Set(receiver.received.map(({ event }) => event.id)), new Set(feed.map((event) => event.id)));

    const report = expectStatus(await call('POST', `/projects/${id}/reports`, { key, json: { format: 'pdf' } }), 201).body;
    await eventually('the report', async () => (await call('GET', `/reports/${report.id}`, { key })).body.status === 'ready', FINISH_MS);
    const file = expectStatus(await call('GET', `/reports/${report.id}/file`, { key }), 200).body as Buffer;
    assert.equal(file.subarray(0, 5).toString(), '%PDF-');
    assert.ok((await readdir(join(stack.folder, 'objects/listings'), { recursive: true })).length > 3, 'kept in the bucket');
  }).timeout(FINISH_MS * 3);

  it('answers the saved queries of operators from the visibility store on Postgres', async () => {
    const { id } = await createReadyProject(call, liveKey, { url: 'https://acme-tools.io' });
    expectStatus(await call('POST', `/projects/${id}/launch`, { key: liveKey, json: { auto_replace: false } }), 200);
    const counted = (query: string) => client.workflow.count(query);
    await eventually('live listings to submit', async () => {
      const { count } = await counted('WorkflowType = "listing" AND Livemode = true AND ListingStatus = "in_progress"');
      return count > 0;
    });
    const guide = await readFile(join(ROOT, 'docs/operations.md'), 'utf8');
    const queries = [...guide.matchAll(/^\| [^|`]+ +\| `(Work[^`]*|Stuck[^`]*)`/gm)].map(([, query]) => query!);
    assert.ok(queries.length >= 10, `${queries.length} queries`);
    for (const query of queries) await counted(query);
    assert.ok((await counted(`WorkflowType = "launch" AND ProjectId = "${id}"`)).count === 1);
  }).timeout(120_000);

  it('has its schedules', async () => {
    const ids: string[] = [];
    for await (const { scheduleId } of client.schedule.list()) ids.push(scheduleId);
    assert.deepEqual(ids.sort(), ['directory-ratings', 'retention']);
  });

  it('starts workers with the workflow code that the image was built with, and never with that of other code', async () => {
    const app = join(stack.folder, 'app');
    const { builtWorkflows } = (await import(join(app, 'src/main/workflow-bundle.ts'))) as {
      builtWorkflows: () => Promise<object | null>;
    };
    assert.ok(await builtWorkflows());
    const file = join(app, 'workflows/refuse.ts');
    const code = await readFile(file, 'utf8');
    await writeFile(file, `${code}\n`);
    assert.equal(await builtWorkflows(), null);
    await writeFile(file, code);
    assert.ok(await builtWorkflows());
  });
});
