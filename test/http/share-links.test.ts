import assert from 'node:assert/strict';
import { setSuspended } from '../../src/services/accounts/suspend-account.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

const HOUR_MS = 3_600_000;

describe('share links', () => {
  let api: TestService;
  let key: string;
  let readKey: string;
  let accountId: string;
  let projectId: string;

  before(async () => {
    api = await startTestService();
  });
  beforeEach(async () => {
    const agency = await api.newAgency();
    accountId = agency.accountId;
    key = agency.keys.test.full;
    readKey = agency.keys.test.read;
    projectId = (await createReadyProject(api.call, key)).id;
  });
  after(() => api.close());

  const call = (method: string, json?: unknown, as = key) =>
    api.call(method, `/projects/${projectId}/share_link`, { key: as, json });
  const create = async (json?: unknown) => expectStatus(await call('POST', json), 201).body;
  const statusOf = async (url: string) => (await fetch(url)).status;

  it('are 404 until one is created, then read as created, by a read-only key too', async () => {
    const { error } = expectStatus(await call('GET'), 404).body;
    assert.equal(error.code, 'not_found');
    const { created_at, url, ...link } = await create();
    assert.deepEqual(link, {
      object: 'share_link',
      livemode: false,
      project: projectId,
      expires_at: null,
      revoked_at: null,
      last_viewed_at: null,
      view_count: 0,
    });
    assert.match(url as string, new RegExp(`^${api.config.publicUrl}/s/[0-9A-Za-z]{32}$`));
    for (const as of [key, readKey]) {
      assert.deepEqual(expectStatus(await call('GET', undefined, as), 200).body, { ...link, url, created_at });
    }
    assert.equal(await statusOf(url as string), 200);
  });

  it('of live mode say so', async () => {
    const { keys } = await api.newAgency();
    const live = await createReadyProject(api.call, keys.live.full, { url: 'https://live-product.github.io' });
    const path = `/projects/${live.id}/share_link`;
    const { livemode, url } = expectStatus(await api.call('POST', path, { key: keys.live.full }), 201).body;
    assert.equal(livemode, true);
    assert.doesNotMatch(await (await fetch(url as string)).text(), /TEST MODE/);
  });

  it('are replaced by a new one: the former URL is 404 at once, and its views are not the new one’s', async () => {
    const former = await create({ expires_at: null });
    await fetch(former.url as string);
    const link = await create({});
    assert.notEqual(link.url, former.url);
    assert.deepEqual([await statusOf(former.url as string), await statusOf(link.url as string)], [404, 200]);
    assert.equal(link.view_count, 0);
  });

  it('are one and no more after 20 requests at once', async () => {
    const links = await Promise.all(Array.from({ length: 20 }, () => create()));
    const statuses = await Promise.all(links.map(({ url }) => statusOf(url as string)));
    assert.equal(statuses.filter((status) => status === 200).length, 1);
    const { url } = expectStatus(await call('GET'), 200).body;
    assert.equal(await statusOf(url as string), 200);
  });

  it('end when they are revoked, which a second time is 404', async () => {
    const link = await create();
    const revoked = expectStatus(await call('DELETE'), 200).body;
    assert.deepEqual({ ...revoked, revoked_at: null }, link);
    assert.match(revoked.revoked_at as string, /^\d{4}-.*Z$/);
    assert.equal(await statusOf(link.url as string), 404);
    expectStatus(await call('GET'), 404);
    expectStatus(await call('DELETE'), 404);
    assert.notEqual((await create()).url, link.url);
  });

  it('end at expires_at to the millisecond, after which they can neither be read nor revoked', async () => {
    const now = new Date('2027-03-01T12:00:00.000Z');
    api.clock.stop(now);
    try {
      const expires_at = '2027-03-01T13:00:00Z';
      const link = await create({ expires_at });
      assert.equal(link.expires_at, '2027-03-01T13:00:00.000Z');
      api.clock.stop(new Date(now.getTime() + HOUR_MS - 1));
      assert.equal(await statusOf(link.url as string), 200);
      expectStatus(await call('GET'), 200);
      api.clock.stop(new Date(now.getTime() + HOUR_MS));
      assert.equal(await statusOf(link.url as string), 404);
      expectStatus(await call('GET'), 404);
      expectStatus(await call('DELETE'), 404);
      assert.equal(await statusOf((await create()).url as string), 200);
    } finally {
      api.clock.set(new Date());
    }
  });

  for (const [expires_at, code] of [
    [1_900_000_000, 'invalid_type'],
    [['2030-01-01T00:00:00Z'], 'invalid_type'],
    ['tomorrow', 'invalid_format'],
    ['2030-02-30T00:00:00Z', 'invalid_format'],
    ['2030-01-01', 'invalid_format'],
    ['2030-01-01T00:00:00', 'invalid_format'],
    ['2030-01-01T00:00:00+01:00', 'invalid_format'],
    ['2030-01-01T00:00:00z', 'invalid_format'],
    ['2030-12-31T23:59:60Z', 'invalid_format'],
    ['2020-01-01T00:00:00Z', 'too_small'],
    ['0000-01-01T00:00:00Z', 'too_small'],
  ] as const) {
    it(`refuse ${JSON.stringify(expires_at)} as expires_at and leave the active one as it is`, async () => {
      const link = await create();
      const { error } = expectStatus(await call('POST', { expires_at }), 422).body;
      assert.equal(error.code, 'validation_failed');
      assert.deepEqual(error.errors, [{ param: 'expires_at', code }]);
      assert.equal(expectStatus(await call('GET'), 200).body.url, link.url);
    });
  }

  it('take an empty string for no expiry, and now for too early', async () => {
    assert.equal((await create({ expires_at: '' })).expires_at, null);
    const now = new Date();
    api.clock.stop(now);
    try {
      expectStatus(await call('POST', { expires_at: now.toISOString() }), 422);
    } finally {
      api.clock.set(now);
    }
  });

  it('stay open while the account is suspended, which can neither replace nor revoke them', async () => {
    const { url } = await create();
    await setSuspended(api.service, accountId, true);
    assert.equal(await statusOf(url as string), 200);
    for (const method of ['POST', 'DELETE']) {
      assert.equal(expectStatus(await call(method), 403).body.error.code, 'account_suspended');
    }
    expectStatus(await call('GET'), 200);
  });

  it('go with their draft', async () => {
    const { url } = await create();
    expectStatus(await api.call('DELETE', `/projects/${projectId}`, { key }), 200);
    assert.equal(await statusOf(url as string), 404);
  });

  it('are not readable in the database', async () => {
    const { url } = await create();
    const token = (url as string).slice(-32);
    const { rows } = await api.service.db.pool.query<{ row: string }>('select s::text as row from share_link s');
    for (const { row } of rows) {
      assert.ok(!row.includes(token));
      assert.ok(!row.includes(Buffer.from(token).toString('hex')));
    }
    assert.ok(rows.length > 0);
  });
});
