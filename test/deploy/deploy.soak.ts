import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { anyFreePort } from '../../dev/ports.ts';
import { startPostgres, type Postgres } from '../../dev/postgres.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { Call } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { ROOT } from './support/compose.ts';
import { FLEET, prepareComposeStack, type ComposeStack, type ServiceProcess } from './support/compose-stack.ts';

const say = (message: string) => console.log(`      ${message}`);
const FINISH_MS = 600_000;

describe('docker-compose.yml, run without containers', () => {
  let folder: string;
  let postgres: Postgres;
  let stack: ComposeStack;
  let call: Call;
  let key: string;
  let liveKey: string;
  const running: ServiceProcess[] = [];

  before(async function () {
    this.timeout(1_200_000);
    folder = await mkdtemp(join(tmpdir(), 'listing-deploy-'));
    const log = say;
    postgres = await startPostgres({ folder: join(folder, 'postgres'), database: 'listings', port: anyFreePort, log });
    stack = await prepareComposeStack(postgres, { SIMULATION_PACE: '30' }, say);
    await stack.startTemporal();
    for (const name of FLEET) running.push(await stack.startService(name));
    const { keys } = await stack.newAgency();
    [key, liveKey, call] = [keys.test.full, keys.live.full, stack.call];
  });

  after(async function () {
    this.timeout(300_000);
    await stack.close();
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  it('takes projects from their creation to the last webhook over two API and two worker processes', async () => {
    expectStatus(await call('POST', '/webhook_endpoints', { key, json: { url: stack.receiver.url } }), 201);
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
    await eventually('every webhook to arrive', () => stack.receiver.received.length >= feed.length, FINISH_MS);
    assert.deepEqual(
      new Set(stack.receiver.received.map(({ event }) => event.id)),
      new Set(feed.map((event) => event.id)),
    );

    const report = expectStatus(
      await call('POST', `/projects/${id}/reports`, { key, json: { format: 'pdf' } }),
      201,
    ).body;
    await eventually(
      'the report',
      async () => (await call('GET', `/reports/${report.id}`, { key })).body.status === 'ready',
      FINISH_MS,
    );
    const file = expectStatus(await call('GET', `/reports/${report.id}/file`, { key }), 200).body as Buffer;
    assert.equal(file.subarray(0, 5).toString(), '%PDF-');
    assert.ok(
      (await readdir(join(stack.local.folder, 'objects/listings'), { recursive: true })).length > 3,
      'kept in the bucket',
    );
  }).timeout(FINISH_MS * 3);

  it('takes mail to a login in by its door', async () => {
    const [project] = (await call('GET', '/projects', { key })).body.data as [{ id: string }];
    const { data } = expectStatus(await call('GET', `/projects/${project.id}/logins`, { key }), 200).body;
    const [login] = data as [{ listing: string; email: string }];
    const { port } = running.find(({ name }) => name === 'mail')!;
    await createTransport({ host: '127.0.0.1', port, ignoreTLS: true }).sendMail({
      from: 'no-reply@directory.example',
      to: login.email,
      subject: 'Confirm it',
      text: 'Your code is 604412.',
    });
    const { body } = expectStatus(await call('GET', `/listings/${login.listing}/emails`, { key }), 200);
    assert.ok((body.data as { subject: string }[]).some(({ subject }) => subject === 'Confirm it'));
  });

  it('mails the owner of an endpoint that fails', async () => {
    const json = { url: `https://receiver.localhost:${await anyFreePort()}`, events: ['report.failed'] };
    const { id } = expectStatus(await call('POST', '/webhook_endpoints', { key, json }), 201).body;
    for (let events = 0; events < 10; events++) await call('POST', `/webhook_endpoints/${id}/test`, { key });
    await eventually('ten failed events', async () => {
      const { data } = (await call('GET', `/webhook_endpoints/${id}/deliveries`, { key })).body;
      return data.filter(({ attempts }: { attempts: number }) => attempts > 0).length === 10;
    });
    const db = await openDatabase(postgres.databaseUrl, 1);
    const earlier = `update webhook_endpoint set failing_since = failing_since - interval '73 hours' where id = $1`;
    await db.pool.query(earlier, [id]);
    await db.close();
    await stack.local.job('admin', 'workflows', 'restore'); // has its workflow look
    const [mail] = await eventually('the mail', () => stack.smtp.taken.length > 0 && stack.smtp.taken);
    assert.deepEqual(mail!.to, ['owner@agency.example']);
  }).timeout(180_000);

  it('answers the saved queries of operators from the visibility store on Postgres', async () => {
    const { id } = await createReadyProject(call, liveKey, { url: 'https://acme-tools.io' });
    expectStatus(await call('POST', `/projects/${id}/launch`, { key: liveKey, json: { auto_replace: false } }), 200);
    const counted = (query: string) => stack.withTemporal(({ workflow }) => workflow.count(query));
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
    const ids = await stack.withTemporal(async ({ schedule }) => {
      const found: string[] = [];
      for await (const { scheduleId } of schedule.list()) found.push(scheduleId);
      return found;
    });
    assert.deepEqual(ids.sort(), ['directory-ratings', 'retention']);
  });

  it('starts workers with the workflow code that the image was built with, and never with that of other code', async () => {
    const app = join(stack.local.folder, 'app');
    const { builtWorkflows } = (await import(join(app, 'src/main/workflow-bundle.ts'))) as {
      builtWorkflows: () => Promise<{ codePath: string } | null>;
    };
    const { codePath } = (await builtWorkflows())!;
    assert.match(
      await readFile(codePath, 'utf8'),
      /workflows\/carry-trace\.ts/,
      'interceptors are code of workflows too',
    );
    const file = join(app, 'workflows/carry-trace.ts');
    const code = await readFile(file, 'utf8');
    await writeFile(file, `${code}\n`);
    assert.equal(await builtWorkflows(), null);
    await writeFile(file, code);
    assert.ok(await builtWorkflows());
  });
});
