import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { ServerProcess } from '../../dev/children.ts';
import { anyFreePort } from '../../dev/ports.ts';
import { startPostgres, type Postgres } from '../../dev/postgres.ts';
import { openDatabase, type Database } from '../../src/db/database.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { keepDirectories } from '../resilience/fleet-clients.ts';
import { checkLedger, isQuiet } from '../resilience/fleet-ledger.ts';
import { startLoad, type Load } from '../resilience/load.ts';
import { addLightLoad } from './support/light-load.ts';
import {
  FLEET,
  prepareComposeStack,
  type ComposeAgency,
  type ComposeStack,
  type ServiceProcess,
} from './support/compose-stack.ts';

const say = (message: string) => console.log(`      ${message}`);
const DIRECTORIES = 5;
const FINISH_MS = 600_000;
const HALF = 2; // an API and a worker
/** Longer than the balancer takes to hear that an API stops. */
const SETTINGS = { SIMULATION_PACE: '100', SHUTDOWN_DELAY_MS: '2000' };

describe('secrets that are changed under load, in what docker-compose.yml runs', () => {
  let folder: string;
  let postgres: Postgres;
  let db: Database;
  let stack: ComposeStack;
  let agency: ComposeAgency;
  let key: string;
  let secret: string;
  let load: Load;
  let temporal: ServerProcess;
  let running: ServiceProcess[];
  const badSignatures: unknown[] = [];
  /** A request of the first hour, and what it was answered with: sealed, as long as it may be repeated. */
  const repeated = { headers: { 'idempotency-key': randomUUID() }, json: projectBody(), id: '' };

  before(async function () {
    this.timeout(600_000);
    folder = await mkdtemp(join(tmpdir(), 'listing-rotation-'));
    const log = say;
    postgres = await startPostgres({ folder: join(folder, 'postgres'), database: 'listings', port: anyFreePort, log });
    db = await openDatabase(postgres.databaseUrl, 2);
    stack = await prepareComposeStack(postgres, SETTINGS, say);
    temporal = await stack.startTemporal();
    running = await Promise.all(FLEET.map((name) => stack.startService(name)));
    agency = await stack.newAgency();
    key = agency.keys.test.full;
    await keepDirectories({ service: { db } }, DIRECTORIES);
    const json = { url: stack.receiver.url };
    const endpoint = expectStatus(await stack.call('POST', '/webhook_endpoints', { key, json }), 201).body;
    secret = endpoint.secret as string;
    stack.receiver.answerWith(({ headers, body }) => {
      try {
        new Webhook(secret).verify(body, headers);
      } catch (error) {
        badSignatures.push(error);
      }
      return 204;
    });
    repeated.id = (await stack.call('POST', '/projects', { key, ...repeated })).body.id;
    load = startLoad(stack.url);
    addLightLoad(load, key, endpoint.id as string);
    await requireAnswers();
  });

  after(async function () {
    this.timeout(300_000);
    await load.stop();
    await db.close();
    await stack.close();
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  /** Starts another process with the present values of .env, and then ends the one that it is for. */
  async function replace(old: ServiceProcess): Promise<ServiceProcess> {
    const successor = await stack.startService(old.name);
    await old.server.stop();
    return successor;
  }

  /** Gives all processes changed values of .env, first one half and then the other. */
  async function deploy(change: Record<string, string>): Promise<void> {
    await stack.local.configure(change);
    const halves = [running.slice(0, HALF), running.slice(HALF)];
    running = [];
    for (const half of halves) running.push(...(await Promise.all(half.map(replace))));
    await requireAnswers();
    requireNoFailures();
    const again = await stack.call('POST', '/projects', { key, ...repeated });
    assert.equal(again.body.id, repeated.id, 'a stored answer opens');
  }

  async function requireAnswers(): Promise<void> {
    const before = new Map([...load.tallies].map(([name, { answered }]) => [name, answered]));
    await eventually('every client to be answered anew', () =>
      [...load.tallies].every(([name, { answered }]) => answered > (before.get(name) ?? 0) + 2),
    );
    const count = stack.receiver.received.length;
    await eventually('more webhooks', () => stack.receiver.received.length > count + 5);
  }

  function requireNoFailures(): void {
    assert.deepEqual(
      [...load.tallies.values()].flatMap(({ failures }) => failures),
      [],
    );
    assert.deepEqual(badSignatures, []);
  }

  const admin = async (...args: string[]) => JSON.parse(await stack.local.job('admin', ...args, '--json'));

  it('change SECRET_KEY by the steps of its page without a failed request or a wrong signature', async () => {
    const [OLD, NEW] = [
      stack.local.compose().services.api!.environment!.SECRET_KEY!,
      randomBytes(32).toString('base64'),
    ];
    await deploy({ SECRET_KEY: OLD, SECRET_KEYS_ACCEPTED: NEW });
    await deploy({ SECRET_KEY: NEW, SECRET_KEYS_ACCEPTED: OLD });
    const before = await admin('secret-key', 'status');
    assert.ok(before.left > 0 && before.unopenable === 0);
    await admin('secret-key', 'reseal');
    const after = await admin('secret-key', 'status');
    assert.deepEqual([after.left, after.unopenable], [0, 0]);
    say(`${before.left} rows were sealed anew`);
    await deploy({ SECRET_KEY: NEW, SECRET_KEYS_ACCEPTED: '' });
  }).timeout(FINISH_MS);

  it('change the passwords of Postgres by a second generation of logins', async () => {
    const names = ['OWNER', 'API', 'WORKER', 'MAIL', 'OPERATOR'];
    const passwords = names.map((name) => [`DATABASE_PASSWORD_${name}`, randomBytes(24).toString('hex')]);
    await stack.local.configure({ ...Object.fromEntries(passwords), DATABASE_GENERATION: 'b' });
    await stack.local.job('database-roles');
    await deploy({});
    const logins = names.map((name) => `listings_${name.toLowerCase()}_a`);
    const { rows } = await db.pool.query('select usename from pg_stat_activity where usename = any($1)', [logins]);
    assert.deepEqual(rows, [], 'nobody is left with the logins before');
    await db.pool.query(`drop role ${logins.join(', ')}`);
    await stack.local.job('migrate');
    await requireAnswers();
    requireNoFailures();
  }).timeout(FINISH_MS);

  it("change the password of Temporal's databases with a restart of it, which requests do not notice", async () => {
    await stack.local.configure({ TEMPORAL_PASSWORD: randomBytes(24).toString('hex') });
    await stack.local.job('database-temporal');
    await temporal.stop();
    await stack.startTemporal();
    await requireAnswers();
    requireNoFailures();
  }).timeout(FINISH_MS);

  it('loses nothing and does nothing twice meanwhile', async () => {
    await load.stop();
    requireNoFailures();
    const api = { service: { db }, call: stack.call };
    await eventually('every message and delivery to be out', () => isQuiet(api), FINISH_MS);
    say(await checkLedger({ receiver: stack.receiver, api }, [agency], DIRECTORIES));
    const feed = await readFeed(stack.call, key);
    assert.equal(stack.receiver.received.length, feed.length, 'no attempt was made twice');
    say([...load.tallies].map(([name, { answered }]) => `${name}: ${answered}`).join(', '));
  }).timeout(FINISH_MS);
});
