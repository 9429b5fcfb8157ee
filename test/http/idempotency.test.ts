import assert from 'node:assert/strict';
import { claimKey, fingerprintOf } from '../../src/services/idempotency/claim-key.ts';
import type { ApiResponse } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

describe('an idempotency key', () => {
  let api: TestService;
  let accountId: string;
  let key: string;

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());

  beforeEach(async () => {
    const agency = await api.newAgency();
    accountId = agency.accountId;
    key = agency.keys.test.full;
  });

  const post = (path: string, json: unknown, idempotencyKey: string, as = key): Promise<ApiResponse> =>
    api.call('POST', path, { key: as, json, headers: { 'idempotency-key': idempotencyKey } });
  const projects = async () => (await api.call('GET', '/projects?limit=100', { key })).body.data as { id: string }[];
  const endpoints = async () => (await api.call('GET', '/webhook_endpoints', { key })).body.data as { id: string }[];
  const codeOf = ({ status, body }: ApiResponse) => [status, body.error?.code];

  it('makes a repeat of create project get the answer of the first', async () => {
    const body = projectBody();
    const first = expectStatus(await post('/projects', body, 'k'), 201);
    assert.equal(first.headers['idempotent-replayed'], undefined);
    const repeat = expectStatus(await post('/projects', body, 'k'), 201);
    assert.equal(repeat.headers['idempotent-replayed'], 'true');
    assert.deepEqual(repeat.body, first.body);
    assert.equal((await projects()).length, 1);
    assert.notEqual(repeat.headers['x-request-id'], first.headers['x-request-id']);
    assert.equal(
      Number(repeat.headers['ratelimit-remaining']),
      Number(first.headers['ratelimit-remaining']) - 1,
      'a repeat counts as a request',
    );
  });

  it('makes a repeat of create give what the first gave, though the project has changed since', async () => {
    const body = projectBody();
    const first = expectStatus(await post('/projects', body, 'k'), 201);
    expectStatus(await api.call('PATCH', `/projects/${first.body.id}`, { key, json: { name: 'Changed' } }), 200);
    assert.deepEqual((await post('/projects', body, 'k')).body, first.body);
  });

  it('makes a repeated launch spend one credit', async () => {
    const { id } = await createReadyProject(api.call, key);
    const first = expectStatus(await post(`/projects/${id}/launch`, {}, 'k'), 200);
    const repeat = expectStatus(await post(`/projects/${id}/launch`, {}, 'k'), 200);
    assert.deepEqual(repeat.body, first.body);
    assert.equal(repeat.headers['idempotent-replayed'], 'true');
    assert.equal((await api.call('GET', '/account', { key })).body.launches.used, 1);
  });

  it('shows the secret of a webhook endpoint again to a repeat, and keeps it encrypted', async () => {
    const json = { url: 'https://hooks.example.com' };
    const first = expectStatus(await post('/webhook_endpoints', json, 'k'), 201);
    const repeat = expectStatus(await post('/webhook_endpoints', json, 'k'), 201);
    assert.match(first.body.secret as string, /^whsec_.{44}$/);
    assert.equal(repeat.body.secret, first.body.secret);
    assert.equal((await endpoints()).length, 1);
    const { rows } = await api.service.db.pool.query<{ sealed_answer: Buffer }>(
      'select sealed_answer from idempotency_key where account_id = $1',
      [accountId],
    );
    assert.equal(rows.length, 1);
    for (const text of [first.body.secret as string, 'hooks.example.com']) {
      assert.equal(rows[0]!.sealed_answer.includes(text), false);
    }
  });

  it('is refused for another body, also one that differs in a space, and for another path', async () => {
    const body = projectBody();
    expectStatus(await post('/projects', body, 'k'), 201);
    const spaced = await api.call('POST', '/projects', {
      key,
      body: JSON.stringify(body, null, 1),
      headers: { 'idempotency-key': 'k', 'content-type': 'application/json' },
    });
    for (const answer of [
      spaced,
      await post('/projects', projectBody(), 'k'),
      await post('/projects', { url: 1 }, 'k'),
      await post('/webhook_endpoints', { url: 'https://hooks.example.com' }, 'k'),
    ]) {
      assert.deepEqual(codeOf(answer), [422, 'idempotency_key_reused']);
    }
    assert.equal((await projects()).length, 1);
    assert.equal((await endpoints()).length, 0);
  });

  it('is refused for a body that is too long to be read, after an empty one', async () => {
    const { id } = await createReadyProject(api.call, key);
    const launch = (body?: string) =>
      api.call('POST', `/projects/${id}/launch`, {
        key,
        headers: { 'idempotency-key': 'k', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body } : {}),
      });
    expectStatus(await launch(), 200);
    assert.deepEqual(codeOf(await launch(JSON.stringify({ a: 'x'.repeat(1_100_000) }))), [
      422,
      'idempotency_key_reused',
    ]);
  });

  it('does not keep an error: a repeat runs again, also with another body', async () => {
    const taken = projectBody();
    const { id } = expectStatus(await api.call('POST', '/projects', { key, json: taken }), 201).body;
    assert.deepEqual(codeOf(await post('/projects', taken, 'k')), [409, 'project_exists']);
    assert.deepEqual(codeOf(await post('/projects', { url: 1 }, 'k')), [422, 'validation_failed']);
    expectStatus(await api.call('DELETE', `/projects/${id}`, { key }), 200);
    expectStatus(await post('/projects', taken, 'k'), 201);
  });

  it('belongs to its account and mode', async () => {
    const other = await api.newAgency();
    const keys = [key, other.keys.test.full, other.keys.live.full];
    const ids = new Set<string>();
    for (const as of keys) {
      ids.add(expectStatus(await post('/projects', { url: 'https://acme-tools.io' }, 'k', as), 201).body.id as string);
    }
    assert.equal(ids.size, keys.length);
  });

  it('has 1 to 255 characters', async () => {
    for (const [sent, code] of [
      ['', 'too_short'],
      ['k'.repeat(256), 'too_long'],
    ] as const) {
      const { error } = expectStatus(await post('/projects', projectBody(), sent), 422).body;
      assert.deepEqual([error.code, error.errors], ['validation_failed', [{ param: 'Idempotency-Key', code }]]);
    }
    for (const most of ['k'.repeat(255), Buffer.from('é'.repeat(255)).toString('latin1')]) {
      expectStatus(await post('/projects', projectBody(), most), 201);
    }
  });

  it('means nothing to an operation that takes none', async () => {
    const { id } = expectStatus(await post('/projects', projectBody(), 'k'), 201).body;
    const patch = (json: unknown) =>
      api.call('PATCH', `/projects/${id}`, { key, json, headers: { 'idempotency-key': 'k' } });
    for (const name of ['First', 'Second']) {
      const { body, headers } = expectStatus(await patch({ name }), 200);
      assert.deepEqual([body.name, headers['idempotent-replayed']], [name, undefined]);
    }
  });

  it('is in use while its request runs, with the time to wait', async () => {
    const body = projectBody();
    const release = await holdWrites();
    const first = post('/projects', body, 'k');
    const second = await eventually('the first to run', async () =>
      (await isClaimed()) ? post('/projects', body, 'k') : null,
    );
    assert.deepEqual(codeOf(second), [409, 'idempotency_key_in_use']);
    assert.equal(second.headers['retry-after'], '1');
    await release();
    const { body: created } = expectStatus(await first, 201);
    assert.deepEqual((await post('/projects', body, 'k')).body, created);
  });

  it('is free a minute after the process that ran its request died', async () => {
    const json = projectBody();
    const fingerprint = fingerprintOf('POST', '/v1/projects', Buffer.from(JSON.stringify(json)));
    const scope = { account_id: accountId, livemode: false };
    await claimKey(api.service, { scope, key: 'k', fingerprint, request: `req_${'0'.repeat(22)}` });
    assert.deepEqual(codeOf(await post('/projects', json, 'k')), [409, 'idempotency_key_in_use']);
    await later(MINUTE_MS + 1_000, async () => void expectStatus(await post('/projects', json, 'k'), 201));
    assert.equal((await projects()).length, 1);
  });

  it('is no longer a slow request’s once another has claimed it: the slow one is undone', async () => {
    const json = { url: 'https://hooks.example.com' };
    const release = await holdWrites();
    const slow = post('/webhook_endpoints', json, 'k');
    await eventually('the slow one to run', isClaimed);
    await later(MINUTE_MS + 1_000, async () => {
      const claimedBy = await claimant();
      const quick = post('/webhook_endpoints', json, 'k');
      await eventually('the quick one to claim the key', async () => (await claimant()) !== claimedBy);
      await release();
      const [slowAnswer, quickAnswer] = [await slow, await quick];
      assert.deepEqual(codeOf(slowAnswer), [409, 'idempotency_key_in_use']);
      expectStatus(quickAnswer, 201);
      assert.deepEqual(
        (await endpoints()).map(({ id }) => id),
        [quickAnswer.body.id],
      );
      assert.equal((await post('/webhook_endpoints', json, 'k')).body.id, quickAnswer.body.id);
    });
  });

  it('keeps the answer that a slow request gives while another takes it for dead', async () => {
    const json = projectBody();
    const release = await hold('outbox');
    const slow = post('/projects', json, 'k');
    await eventually('the slow one to have answered', () => waitingFor(1));
    await later(MINUTE_MS + 1_000, async () => {
      const quick = post('/projects', json, 'k');
      await eventually('the quick one to wait for it', () => waitingFor(2));
      await release();
      const { body } = expectStatus(await slow, 201);
      const repeat = expectStatus(await quick, 201);
      assert.deepEqual(repeat.body, body);
      assert.equal(repeat.headers['idempotent-replayed'], 'true');
    });
    assert.equal((await projects()).length, 1);
  });

  it('is kept for 24 hours', async () => {
    const json = { url: 'https://hooks.example.com' };
    const first = expectStatus(await post('/webhook_endpoints', json, 'k'), 201).body;
    await later(24 * HOUR_MS - MINUTE_MS, async () => {
      assert.equal((await post('/webhook_endpoints', json, 'k')).body.id, first.id);
    });
    await later(24 * HOUR_MS + MINUTE_MS, async () => {
      const fresh = expectStatus(await post('/webhook_endpoints', json, 'k'), 201);
      assert.notEqual(fresh.body.id, first.id);
      assert.equal(fresh.headers['idempotent-replayed'], undefined);
      assert.equal((await post('/webhook_endpoints', json, 'k')).body.id, fresh.body.id);
    });
  });

  /** Keeps every change of projects and endpoints from going on until it is released. */
  const holdWrites = () => hold('project, webhook_endpoint');

  /** Keeps every change of these tables from going on until it is released. */
  async function hold(tables: string): Promise<() => Promise<void>> {
    const blocker = await api.service.db.pool.connect();
    await blocker.query(`begin; lock table ${tables} in exclusive mode`);
    return async () => {
      await blocker.query('rollback');
      blocker.release();
    };
  }

  /** Whether so many statements of this database wait for a lock. */
  async function waitingFor(count: number): Promise<boolean> {
    const { rows } = await api.service.db.pool.query<{ count: number }>(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.count === count;
  }

  async function claimant(): Promise<string | undefined> {
    const { rows } = await api.service.db.pool.query<{ request: string }>(
      'select request from idempotency_key where account_id = $1',
      [accountId],
    );
    return rows[0]?.request;
  }

  async function isClaimed(): Promise<boolean> {
    return (await claimant()) !== undefined;
  }

  async function later(ms: number, act: () => Promise<void>): Promise<void> {
    api.clock.advance(ms);
    try {
      await act();
    } finally {
      api.clock.advance(-ms);
    }
  }
});
