import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createSecretBox } from '../../src/crypto/secret-box.ts';
import { keyIdOf } from '../../src/crypto/secret-keys.ts';
import { setDriver } from '../../src/services/drivers/set-driver.ts';
import { descriptionOf, keepOneDirectory } from '../support/directory-world.ts';
import { createEndpoints, holding, sealUnmarked, type SealedEndpoint } from '../support/sealed-world.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { ADMIN, adminOf, jsonOf, textOf, type RunAdmin } from './support/run-admin.ts';

const OLD = Buffer.alloc(32, 7);
const NEW = Buffer.alloc(32, 8);
const DAY_MS = 86_400_000;
const idOf = (key: Buffer) => keyIdOf(key).toString('hex');
const settings = (present: Buffer, ...accepted: Buffer[]) => ({
  SECRET_KEY: present.toString('base64'),
  SECRET_KEYS_ACCEPTED: accepted.map((key) => key.toString('base64')).join(', '),
});

describe('the operators’ secret-key commands', () => {
  let api: TestService;
  let endpoints: SealedEndpoint[];
  let withOld: RunAdmin;
  let withNew: RunAdmin;

  beforeEach(async () => {
    api = await startTestService();
    const { databaseUrl } = api.config;
    [withOld, withNew] = [adminOf(databaseUrl, settings(OLD)), adminOf(databaseUrl, settings(NEW, OLD))];
    endpoints = await createEndpoints(api, (await api.newAgency()).accountId, 5);
    await setDriver(
      api.service,
      await keepOneDirectory(api),
      { ...descriptionOf('https://directory.example'), auth: { kind: 'bearer' } },
      'the-secret',
    );
  });
  afterEach(() => api.close());

  const write = (index: number, sealed: Buffer) =>
    api.service.db.pool.query('update webhook_endpoint set sealed_secret = $2 where id = $1', [
      endpoints[index]!.id,
      sealed,
    ]);
  const sealNew = (secret: string) => createSecretBox([NEW]).seal(secret);
  const count = (column: string, key: Buffer | null, marked: boolean, rows: number) => ({
    table: column === 'sealed' ? 'directory_secret' : 'webhook_endpoint',
    column,
    key: key && idOf(key),
    marked,
    rows,
  });

  it('count what is sealed under which key, and open what does not say so', async () => {
    await write(0, sealUnmarked(OLD, 'x'));
    await write(1, sealNew('x'));
    const state = await jsonOf(withNew, 'secret-key', 'status');
    assert.deepEqual(state, {
      object: 'secret_key_status',
      key: idOf(NEW),
      accepted: [idOf(OLD)],
      sealed: [
        count('sealed_secret', NEW, true, 1),
        count('sealed_secret', OLD, true, 3),
        count('sealed_secret', OLD, false, 1),
        count('sealed', OLD, true, 1),
      ],
      left: 5,
      unopenable: 0,
      droppable_at: null,
    });
    const text = await textOf(withNew, 'secret-key', 'status');
    assert.match(
      text,
      new RegExp(`webhook_endpoint\\.sealed_secret +${idOf(OLD)} \\(unmarked\\) +SECRET_KEYS_ACCEPTED +1\n`),
    );
    assert.match(text, /\n\nDrop no key: there are 5 rows to re-seal under SECRET_KEY/);
    assert.equal((await jsonOf(withOld, 'secret-key', 'status')).unopenable, 1);
    assert.match(await textOf(withOld, 'secret-key', 'status'), /Drop no key: there is 1 row that no key given opens/);
  });

  it('seal everything under the new key, and say when the old one may be dropped', async () => {
    await write(0, sealUnmarked(OLD, endpoints[0]!.secret));
    await write(1, sealNew(endpoints[1]!.secret));
    const before = Date.now();
    const done = await jsonOf(withNew, 'secret-key', 'reseal');
    assert.equal(done.object, 'secret_key_reseal');
    assert.deepEqual(
      done.resealed.map((entry: Record<string, unknown>) => [
        entry.table,
        entry.column,
        entry.resealed,
        entry.unopenable,
      ]),
      [
        ['webhook_endpoint', 'sealed_secret', 4, 0],
        ['webhook_endpoint', 'previous_sealed_secret', 0, 0],
        ['directory_secret', 'sealed', 1, 0],
        ['project_password', 'sealed_password', 0, 0],
        ['email', 'sealed_content', 0, 0],
        ['share_link', 'sealed_token', 0, 0],
        ['idempotency_key', 'sealed_answer', 0, 0],
      ],
    );
    assert.deepEqual(done.sealed, [count('sealed_secret', NEW, true, 5), count('sealed', NEW, true, 1)]);
    const droppableAt = Date.parse(done.droppable_at as string);
    assert.ok(droppableAt >= before + 90 * DAY_MS && droppableAt <= Date.now() + 90 * DAY_MS);
    await assertAllNew();
    const text = await textOf(withNew, 'secret-key', 'reseal');
    assert.match(text, /^sealed +re-sealed\nwebhook_endpoint\.sealed_secret +0\n/);
    assert.match(text, /may be dropped 90\ndays after the last process ended .* that is \d{4}-\d\d-\d\d\.\n$/);
    const dropped = adminOf(api.config.databaseUrl, settings(NEW));
    assert.match(
      await textOf(dropped, 'secret-key', 'status'),
      /\n\nEverything is sealed under SECRET_KEY \([0-9a-f]{16}\)\.\n$/,
    );
  });

  it('refuse a key that nothing is sealed under yet, unless told that it is the first time', async () => {
    const refused = await withNew('secret-key', 'reseal');
    assert.deepEqual([refused.exitCode, refused.stdout], [1, '']);
    assert.match(refused.stderr, /^Nothing is sealed under SECRET_KEY yet/);
    assert.equal((await jsonOf(withOld, 'secret-key', 'status')).left, 0);
    assert.equal((await jsonOf(withNew, 'secret-key', 'reseal', '--first')).left, 0);
    await assertAllNew();
  });

  it('refuse to work without the key, or with one of another length, without showing it', async () => {
    const { databaseUrl } = api.config;
    assert.match((await adminOf(databaseUrl)('secret-key', 'status')).stderr, /SECRET_KEY must be set as it is/);
    const short = { ...settings(NEW), SECRET_KEYS_ACCEPTED: `${OLD.toString('base64')},c2hvcnQ=` };
    const { exitCode, stderr } = await adminOf(databaseUrl, short)('secret-key', 'reseal');
    assert.equal(exitCode, 1);
    assert.match(stderr, /Each of SECRET_KEYS_ACCEPTED must be 32 bytes in base64/);
    assert.doesNotMatch(stderr, /c2hvcnQ/);
  });

  it('seal the rest when they are repeated after a kill in the middle', async () => {
    await write(0, sealNew(endpoints[0]!.secret));
    let running: ChildProcess;
    await holding(api, endpoints[3]!.id, {
      begin: () => {
        const env = { DATABASE_URL: api.config.databaseUrl, ...settings(NEW, OLD) };
        running = spawn(process.execPath, [ADMIN, 'secret-key', 'reseal'], { env, stdio: 'ignore' });
      },
      whenWaited: async () => {
        running.kill('SIGKILL');
        await once(running, 'exit');
      },
    });
    const atKill = (await jsonOf(withNew, 'secret-key', 'status')).left as number;
    assert.ok([2, 3].includes(atKill), `${atKill} left: the server may end the statement that it was waiting in`);
    assert.equal((await jsonOf(withNew, 'secret-key', 'reseal')).left, 0);
    await assertAllNew();
  });

  async function assertAllNew(): Promise<void> {
    const { rows } = await api.service.db.pool.query<{ sealed: Buffer }>(
      'select sealed_secret as sealed from webhook_endpoint order by id',
    );
    assert.deepEqual(
      rows.map(({ sealed }) => createSecretBox([NEW]).open(sealed)),
      endpoints.map(({ secret }) => secret),
    );
  }
});
