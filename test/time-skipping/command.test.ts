import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { findProcess } from '../../dev/process-table.ts';
import { openDatabase } from '../../src/db/database.ts';
import { adminOf, jsonOf } from '../admin/support/run-admin.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { openDirectories } from '../support/open-directories.ts';
import { startSkippingReceiver } from './support/receiver.ts';
import { connectTo, type SkippableClient } from './support/skippable.ts';
import { stacksIn, startStackCommand, type StackCommand } from './support/stack-command.ts';

const PAGE = fileURLToPath(new URL('../../docs/time-skipping.md', import.meta.url));
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const MOCHA = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
const READY = 'Ctrl-C ends it';
const SERVERS_RUN = 'Preparing the database';
/** Of a stop, on a busy machine. Nothing in it takes a second. */
const STOP_MS = 8_000;

interface StackFile {
  base_url: string;
  operations_url: string;
  database_url: string;
  keys: { test: { full: string }; live: { full: string } };
  receiver: { host: string; cert: string; key: string };
}

describe('npm start -- --time-skipping', () => {
  let folder: string;
  let command: StackCommand;
  let stack: StackFile;
  let client: SkippableClient;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'listing-stacks-'));
    await chmod(folder, 0o711); // for the account that root runs PostgreSQL under
    command = await startStackCommand(folder, 'stack');
    await command.says(READY);
    stack = JSON.parse(await readFile(command.file, 'utf8')) as StackFile;
    client = await connectTo(stack.base_url, stack.operations_url);
  });
  after(async () => {
    await client.close();
    await command.end('SIGTERM');
    await rm(folder, { recursive: true });
  });

  it('runs the test that docs/time-skipping.md has', async () => {
    const sample = join(folder, 'time-skipping.test.mjs');
    await symlink(MODULES, join(folder, 'node_modules'));
    await writeFile(sample, await readSample());
    const args = [MOCHA, '--no-config', '--timeout', '150000', '--reporter', 'json', sample];
    const env = { ...process.env, STACK_FILE: command.file };
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(
      (error: unknown) => error as { stdout: string },
    );
    const { stats, failures } = JSON.parse(stdout) as { stats: { passes: number }; failures: unknown[] };
    assert.deepEqual(failures, []);
    assert.equal(stats.passes, 4);
  });

  it('has the operators’ command work at its time', async () => {
    const settings = parseEnv(await readFile(join(folder, 'stack.env'), 'utf8'));
    const admin = adminOf(stack.database_url, settings);
    const stuck = async () => {
      const { data } = await jsonOf(admin, 'listing', 'stuck');
      return (data as { id: string }[]).map((one) => one.id);
    };
    const listing = await launchLive();
    assert.deepEqual(await stuck(), [listing]);
    await jsonOf(admin, 'listing', 'report', listing, 'submitted');
    assert.deepEqual(await stuck(), []);
    await client.skip('90d');
    assert.deepEqual(await stuck(), [listing]);

    const astray = adminOf(stack.database_url, { ...settings, CLOCK_URL: 'http://127.0.0.1:1/now' });
    const { exitCode, stderr } = await astray('listing', 'stuck');
    assert.equal(exitCode, 1);
    assert.match(stderr, /^CLOCK_URL does not tell the time/);
  });

  /** Launches on a directory that an operator submits to. @returns the listing's id, once it is in progress */
  async function launchLive(): Promise<string> {
    const key = stack.keys.live.full;
    const db = await openDatabase(stack.database_url, 1);
    const [directory] = await openDirectories({ db }).finally(() => db.close());
    const { id } = await createReadyProject(client.call, key, { url: 'https://acme-tools.io' });
    const json = { directories: { include: [directory] } };
    expectStatus(await client.call('POST', `/projects/${id}/launch`, { key, json }), 200);
    await client.skip('1s');
    const { body } = expectStatus(await client.call('GET', `/projects/${id}/listings`, { key }), 200);
    assert.equal(body.data[0].status, 'in_progress');
    return String(body.data[0].id);
  }

  it('clears away what a killed one left, and nothing of one that runs', async () => {
    const mine = await stacksIn(folder);
    assert.equal(mine.servers.length, 2);
    const killed = await startStackCommand(folder, 'killed');
    await killed.says(SERVERS_RUN);
    await killed.end('SIGKILL');
    const left = await stacksIn(folder);
    assert.deepEqual([left.names.length, left.servers.length], [2 * mine.names.length, 4]);

    const next = await startStackCommand(folder, 'next');
    await next.says(SERVERS_RUN);
    for (const { pid, startedAt } of left.servers) {
      const isMine = mine.servers.some((server) => server.pid === pid);
      assert.equal((await findProcess(pid))?.startedAt === startedAt, isMine);
    }
    assert.equal(await next.end('SIGINT'), 0);
    assert.deepEqual(await stacksIn(folder), mine);
    await client.skip('1s');
  });

  it('ends at once in the middle of a skip, which says so, and leaves nothing', async () => {
    const { servers } = await stacksIn(folder);
    const failing = await startSkippingReceiver({ receiver: stack.receiver, now: () => client.now(), status: 500 });
    const key = stack.keys.test.full;
    const json = { url: failing.url, events: ['report.*'] };
    const { id } = expectStatus(await client.call('POST', '/webhook_endpoints', { key, json }), 201).body;
    expectStatus(await client.call('POST', `/webhook_endpoints/${id}/test`, { key }), 201);
    const skipping = client.post('/skip', { by: '366d' });
    await eventually('a second attempt', () => failing.received.length >= 2);

    const beganMs = performance.now();
    assert.equal(await command.end('SIGTERM'), 0);
    const tookMs = performance.now() - beganMs;
    assert.ok(tookMs < STOP_MS, `${tookMs} ms`);
    assert.deepEqual(await skipping, { status: 503, body: { error: 'The stack is being stopped.' } });
    await failing.close();
    assert.deepEqual(await stacksIn(folder), { names: [], servers: [] });
    for (const { pid, startedAt } of servers) assert.notEqual((await findProcess(pid))?.startedAt, startedAt);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => /\.(json|env|draft)$/.test(name)),
      [],
    );
  });
});

async function readSample(): Promise<string> {
  const [, sample] = /^```js file=time-skipping\.test\.mjs\n([^]*?)^```$/m.exec(await readFile(PAGE, 'utf8')) ?? [];
  assert.ok(sample, 'the page has no sample');
  return sample;
}
