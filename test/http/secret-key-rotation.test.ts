import assert from 'node:assert/strict';
import type { Config } from '../../src/config.ts';
import { signedHeaders } from '../../src/crypto/webhook-signature.ts';
import type { WebhookPost } from '../../src/outbound/webhook-post.ts';
import { createDispatcher } from '../../src/outbox/dispatcher.ts';
import { reseal } from '../../src/services/secrets/reseal.ts';
import { setDriver } from '../../src/services/drivers/set-driver.ts';
import { descriptionOf, keepOneDirectory } from '../support/directory-world.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { startSecondApi, type SecondApi } from '../support/second-api.ts';
import { silent, startTestService, type TestService } from '../support/service.ts';

const OLD = Buffer.alloc(32, 7);
const NEW = Buffer.alloc(32, 8);
const DRIVER = { ...descriptionOf('https://directory.example'), auth: { kind: 'bearer' } };

type Settings = Pick<Config, 'secretKey' | 'secretKeysAccepted'>;

/** The settings after each step of docs/secret-key.md that changes them. */
const BEFORE: Settings = { secretKey: OLD, secretKeysAccepted: [] };
const NEW_ACCEPTED: Settings = { secretKey: OLD, secretKeysAccepted: [NEW] };
const NEW_SEALS: Settings = { secretKey: NEW, secretKeysAccepted: [OLD] };
const OLD_DROPPED: Settings = { secretKey: NEW, secretKeysAccepted: [] };

/** What one process made, to be used at another. */
interface Made {
  idempotencyKey: string;
  body: Record<string, unknown>;
  projectId: string;
  cursor: string;
  nextId: string;
  endpoint: string;
  secrets: string[];
}

describe('a rotation of SECRET_KEY', () => {
  let api: TestService;
  let processes: Map<Settings, SecondApi>;
  let directory: string;
  let key: string;
  let made = 0;

  before(async () => {
    api = await startTestService();
    const all = [BEFORE, NEW_ACCEPTED, NEW_SEALS, OLD_DROPPED];
    processes = new Map(
      await Promise.all(all.map(async (keys) => [keys, await startSecondApi(api, { keys })] as const)),
    );
    directory = await keepOneDirectory(api);
  });
  beforeEach(async () => {
    key = (await api.newAgency()).keys.test.full;
    for (const externalId of ['a', 'b', 'c']) {
      const json = projectBody({ external_id: `${externalId}${++made}` });
      expectStatus(await api.call('POST', '/projects', { key, json }), 201);
    }
  });
  after(async () => {
    for (const process of processes.values()) await process.close();
    await api.close();
  });

  const at = (settings: Settings) => processes.get(settings)!;
  const post = ({ call }: SecondApi, path: string, json: unknown, idempotencyKey: string) =>
    call('POST', path, { key, json, headers: { 'idempotency-key': idempotencyKey } });

  async function makeAt(settings: Settings): Promise<Made> {
    const process = at(settings);
    const idempotencyKey = `key-${++made}`;
    const body = projectBody();
    const project = expectStatus(await post(process, '/projects', body, idempotencyKey), 201).body;
    const { data } = expectStatus(await process.call('GET', '/projects?limit=2', { key }), 200).body;
    const page = expectStatus(await process.call('GET', '/projects?limit=1', { key }), 200).body;
    const json = { url: `https://hooks-${made}.example.com`, events: ['ping'] };
    const endpoint = expectStatus(await process.call('POST', '/webhook_endpoints', { key, json }), 201).body;
    const rotated = `/webhook_endpoints/${endpoint.id}/rotate_secret`;
    const { secret } = expectStatus(await process.call('POST', rotated, { key }), 200).body;
    await setDriver(process.service, directory, DRIVER, `secret-${made}`);
    return {
      idempotencyKey,
      body,
      projectId: project.id as string,
      cursor: page.next_cursor as string,
      nextId: data[1].id as string,
      endpoint: endpoint.id as string,
      secrets: [secret as string, endpoint.secret as string],
    };
  }

  async function assertUsableAt(settings: Settings, thing: Made): Promise<void> {
    const repeat = expectStatus(await post(at(settings), '/projects', thing.body, thing.idempotencyKey), 201);
    assert.deepEqual([repeat.body.id, repeat.headers['idempotent-replayed']], [thing.projectId, 'true']);
    const different = await post(at(settings), '/projects', projectBody(), thing.idempotencyKey);
    assert.equal(different.body.error?.code, 'idempotency_key_reused');
    await assertSignedAt(settings, thing);
    assert.equal(at(settings).service.secrets.open(await sealedOfDirectory()), `secret-${made}`);
  }

  async function assertCursorGoesOnAt(settings: Settings, { cursor, nextId }: Made): Promise<void> {
    const page = await at(settings).call('GET', `/projects?limit=1&cursor=${cursor}`, { key });
    assert.equal(expectStatus(page, 200).body.data[0].id, nextId);
  }

  /** Lets a worker with these settings send a ping of the endpoint. */
  async function assertSignedAt(settings: Settings, { endpoint, secrets }: Made): Promise<void> {
    const { call, service } = at(settings);
    expectStatus(await call('POST', `/webhook_endpoints/${endpoint}/test`, { key }), 201);
    const posts: WebhookPost[] = [];
    const poster = {
      post(request: WebhookPost) {
        posts.push(request);
        return Promise.resolve({ httpStatus: 204, durationMs: 1, error: null });
      },
      close: () => Promise.resolve(),
    };
    const dispatcher = createDispatcher({ ...service, poster, log: silent });
    dispatcher.consume({ id: 1, signal: new AbortController().signal });
    await dispatcher.drain();
    assert.equal(posts.length, 1);
    const { headers, body } = posts[0]!;
    const signedAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const expected = signedHeaders(secrets, headers['webhook-id']!, signedAt, body as string);
    assert.equal(headers['webhook-signature'], expected['webhook-signature']);
  }

  async function sealedOfDirectory(): Promise<Buffer> {
    const { rows } = await api.service.db.pool.query<{ sealed: Buffer }>(
      'select sealed from directory_secret where directory_id = $1',
      [directory],
    );
    return rows[0]!.sealed;
  }

  for (const [step, one, other] of [
    ['NEW is accepted', BEFORE, NEW_ACCEPTED],
    ['NEW seals', NEW_ACCEPTED, NEW_SEALS],
  ] as const) {
    it(`fails nowhere while "${step}" is deployed to one process after the other`, async () => {
      for (const [maker, user] of [
        [one, other],
        [other, one],
      ] as const) {
        const thing = await makeAt(maker);
        await assertUsableAt(user, thing);
        await assertCursorGoesOnAt(user, thing);
      }
    });
  }

  it('fails nowhere while OLD is dropped, once all was sealed anew; older cursors are refused from then on', async () => {
    const old = await makeAt(NEW_ACCEPTED);
    await reseal(api.service.db.sql, [NEW, OLD]);
    await assertUsableAt(NEW_SEALS, old);
    await assertUsableAt(OLD_DROPPED, old);
    await assertCursorGoesOnAt(NEW_SEALS, old);
    const refused = await at(OLD_DROPPED).call('GET', `/projects?limit=1&cursor=${old.cursor}`, { key });
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_cursor']);
    for (const [maker, user] of [
      [NEW_SEALS, OLD_DROPPED],
      [OLD_DROPPED, NEW_SEALS],
    ] as const) {
      const thing = await makeAt(maker);
      await assertUsableAt(user, thing);
      await assertCursorGoesOnAt(user, thing);
    }
  });

  it('would fail if its first step were left out, or the old key dropped before all is sealed anew', async () => {
    for (const [maker, user] of [
      [NEW_SEALS, BEFORE],
      [NEW_ACCEPTED, OLD_DROPPED],
    ] as const) {
      const { body, idempotencyKey, cursor } = await makeAt(maker);
      assert.equal((await post(at(user), '/projects', body, idempotencyKey)).status, 500);
      assert.equal((await at(user).call('GET', `/projects?limit=1&cursor=${cursor}`, { key })).status, 400);
    }
  });
});
