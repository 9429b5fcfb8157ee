import assert from 'node:assert/strict';
import { createSecretBox, markOf } from '../../src/crypto/secret-box.ts';
import { countSealed } from '../../src/services/secrets/count-sealed.ts';
import { reseal, type ResealedColumn } from '../../src/services/secrets/reseal.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { createEndpoints, holding, sealUnmarked, type SealedEndpoint } from '../support/sealed-world.ts';
import { startTestService, type TestService } from '../support/service.ts';

const OLD = Buffer.alloc(32, 7);
const NEW = Buffer.alloc(32, 8);
const LOST = Buffer.alloc(32, 9);
const boxOfNew = createSecretBox([NEW]);

describe('re-sealing', () => {
  let api: TestService;
  let accountId: string;
  let key: string;

  beforeEach(async () => {
    api = await startTestService();
    const agency = await api.newAgency();
    [accountId, key] = [agency.accountId, agency.keys.live.full];
  });
  afterEach(() => api.close());

  const run = () => reseal(api.service.db.sql, [NEW, OLD]);
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await api.service.db.pool.query<Row>(text, values)).rows;
  const countOf = (done: ResealedColumn[], column: string) => {
    const { resealed, unopenable } = done.find((entry) => entry.column === column)!;
    return [resealed, unopenable];
  };
  async function sealed(id: string): Promise<Buffer> {
    const rows = await query<{ sealed: Buffer }>('select sealed_secret as sealed from webhook_endpoint where id = $1', [
      id,
    ]);
    return rows[0]!.sealed;
  }

  async function assertSealedUnderNew(endpoints: SealedEndpoint[]): Promise<void> {
    for (const { id, secret } of endpoints) {
      const bytes = await sealed(id);
      assert.deepEqual(bytes.subarray(0, 9), markOf(NEW));
      assert.equal(boxOfNew.open(bytes), secret);
    }
  }

  it('takes every row of more than a batch, marked or not, and nothing else of it', async () => {
    const endpoints = await createEndpoints(api, accountId, 230);
    for (const { id, secret } of endpoints.slice(50, 150)) {
      await query('update webhook_endpoint set sealed_secret = $2, previous_sealed_secret = $3 where id = $1', [
        id,
        sealUnmarked(OLD, secret),
        api.service.secrets.seal(`before ${id}`),
      ]);
    }
    for (let index = 0; index < 201; index++) {
      await query(
        `insert into idempotency_key (account_id, livemode, key, fingerprint, request, sealed_answer, created_at)
         values ($1, $2, $3, '', 'req', $4, now())`,
        [accountId, index % 2 === 0, `key ${index >> 1}`, api.service.secrets.seal(`answer ${index}`)],
      );
    }
    const others = `select id, url, enabled, updated_at, previous_secret_expires_at from webhook_endpoint order by id`;
    const before = await query(others);
    const done = await run();
    assert.deepEqual(countOf(done, 'sealed_secret'), [230, 0]);
    assert.deepEqual(countOf(done, 'previous_sealed_secret'), [100, 0]);
    assert.deepEqual(countOf(done, 'sealed_answer'), [201, 0]);
    await assertSealedUnderNew(endpoints);
    assert.deepEqual(await query(others), before);
    const previous = await query<{ id: string; sealed: Buffer }>(
      'select id, previous_sealed_secret as sealed from webhook_endpoint where previous_sealed_secret is not null',
    );
    for (const row of previous) assert.equal(boxOfNew.open(row.sealed), `before ${row.id}`);
    assert.ok((await countSealed(api.service.db.sql, [NEW, OLD])).every(({ marked }) => marked));
    const again = await run();
    assert.ok(again.every(({ resealed, unopenable }) => resealed === 0 && unopenable === 0));
  });

  it('leaves what no key opens as it is, and goes on behind it', async () => {
    const endpoints = await createEndpoints(api, accountId, 3);
    const foreign = createSecretBox([LOST]).seal('lost');
    await query('update webhook_endpoint set sealed_secret = $2 where id = $1', [endpoints[1]!.id, foreign]);
    assert.deepEqual(countOf(await run(), 'sealed_secret'), [2, 1]);
    assert.deepEqual(await sealed(endpoints[1]!.id), foreign);
    await assertSealedUnderNew([endpoints[0]!, endpoints[2]!]);
    const counts = await countSealed(api.service.db.sql, [NEW, OLD]);
    assert.deepEqual(
      counts.map(({ column, key: id, rows }) => [column, id === null, rows]),
      [
        ['sealed_secret', false, 2],
        ['sealed_secret', true, 1],
      ],
    );
  });

  it('does not overwrite a row that changed after it was read', async () => {
    const [first, second] = await createEndpoints(api, accountId, 2);
    const changed = api.service.secrets.seal('changed');
    let running: Promise<ResealedColumn[]>;
    await holding(api, first!.id, {
      begin: () => void (running = run()),
      whenWaited: async (write) => {
        await write(
          'update webhook_endpoint set sealed_secret = $2, previous_sealed_secret = sealed_secret where id = $1',
          [first!.id, changed],
        );
      },
    });
    const done = await running!;
    assert.deepEqual(await sealed(first!.id), changed);
    assert.deepEqual(countOf(done, 'sealed_secret'), [1, 0]);
    assert.deepEqual(countOf(done, 'previous_sealed_secret'), [1, 0], 'what moved there is met later');
    await assertSealedUnderNew([second!]);
    assert.deepEqual(countOf(await run(), 'sealed_secret'), [1, 0]);
  });

  it('keeps the last secret of every endpoint, and every answer, while clients rotate secrets and repeat requests', async () => {
    const endpoints = await createEndpoints(api, accountId, 40);
    const headers = { 'idempotency-key': 'k' };
    const json = projectBody();
    const first = expectStatus(await api.call('POST', '/projects', { key, json, headers }), 201).body;
    const last = new Map<string, string>();
    const rotate = async ({ id }: SealedEndpoint) => {
      const { body } = expectStatus(await api.call('POST', `/webhook_endpoints/${id}/rotate_secret`, { key }), 200);
      last.set(id, body.secret as string);
    };
    let ended = false;
    const writers = [0, 1, 2].map(async (writer) => {
      for (let turn = writer; !ended || turn < 40; turn += 3) await rotate(endpoints[turn % 40]!);
    });
    const totals = await Promise.all([run(), run()]);
    ended = true;
    await Promise.all(writers);
    const done = await run();
    assert.ok(countOf(totals[0], 'sealed_secret')[0]! + countOf(done, 'sealed_secret')[0]! > 0);
    await assertSealedUnderNew(endpoints.map(({ id }) => ({ id, secret: last.get(id)! })));
    const sealedAnswer = await query<{ sealed_answer: Buffer }>('select sealed_answer from idempotency_key');
    assert.deepEqual(JSON.parse(boxOfNew.open(sealedAnswer[0]!.sealed_answer)), first);
  });
});
