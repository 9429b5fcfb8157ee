import assert from 'node:assert/strict';
import { createApiKey, revokeApiKey } from '../../src/services/accounts/api-keys.ts';
import { setSuspended } from '../../src/services/accounts/suspend-account.ts';
import { createSetupAccount } from '../support/accounts.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

const HOUR_MS = 3_600_000;

describe('authentication', () => {
  let api: TestService;
  let accountId: string;
  let key: string;

  before(async () => {
    api = await startTestService();
  });
  beforeEach(async () => {
    const agency = await api.newAgency();
    ({ accountId } = agency);
    key = agency.keys.test.full;
  });
  after(() => api.close());

  const ping = (authorization: string) => api.call('GET', '/ping', { headers: { authorization } });

  it('takes a bearer key, whatever the letter case of the scheme', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expectStatus(await ping(`${scheme} ${key}`), 200);
  });

  it('misses a key where there is none or another scheme', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer ', `Basic ${key}`, key, `Bearer ${key} ${key}`]) {
      const { body, headers } = expectStatus(await ping(authorization), 401);
      assert.equal(body.error.code, 'api_key_missing', authorization);
      assert.equal(headers['www-authenticate'], 'Bearer');
    }
  });

  it('refuses unknown keys, and keys with a letter changed, added or missing', async () => {
    const flipped = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    for (const wrong of [
      flipped,
      `${key}a`,
      key.slice(0, -1),
      key.replace('test', 'live'),
      key.toLowerCase(),
      'x'.repeat(9_000),
    ]) {
      assert.equal(expectStatus(await ping(`Bearer ${wrong}`), 401).body.error.code, 'api_key_invalid');
    }
  });

  it('refuses a revoked key at once, and leaves the others', async () => {
    const scope = { account_id: accountId, livemode: false };
    const other = await createApiKey(api.service, scope, { permissions: 'full' });
    expectStatus(await ping(`Bearer ${other.key}`), 200);
    await revokeApiKey(api.service, other.id);
    assert.equal(expectStatus(await ping(`Bearer ${other.key}`), 401).body.error.code, 'api_key_invalid');
    expectStatus(await ping(`Bearer ${key}`), 200);
  });

  it('refuses a key from the moment it expires', async () => {
    const expiresAt = new Date(api.clock.now().getTime() + HOUR_MS);
    const scope = { account_id: accountId, livemode: false };
    const brief = await createApiKey(api.service, scope, { permissions: 'full', expiresAt });
    expectStatus(await ping(`Bearer ${brief.key}`), 200);
    api.clock.advance(HOUR_MS);
    assert.equal(expectStatus(await ping(`Bearer ${brief.key}`), 401).body.error.code, 'api_key_invalid');
  });

  it('shows mode, account and permissions in the ping', async () => {
    const { keys } = await api.newAgency();
    for (const [of, livemode, permissions] of [
      [keys.test.full, false, 'full'],
      [keys.test.read, false, 'read'],
      [keys.live.full, true, 'full'],
      [keys.live.read, true, 'read'],
    ] as const) {
      const { body } = expectStatus(await ping(`Bearer ${of}`), 200);
      assert.deepEqual([body.ok, body.livemode, body.key.permissions], [true, livemode, permissions]);
      assert.deepEqual(body.account, { name: 'Test agency', state: 'active' });
    }
  });

  it('lets a suspended account read but not write, until it is lifted', async () => {
    const state = async () => (await api.call('GET', '/account', { key })).body.state as string;
    await setSuspended(api.service, accountId, true);
    assert.equal(await state(), 'suspended');
    expectStatus(await api.call('GET', '/projects', { key }), 200);
    expectStatus(await api.call('POST', '/projects', { key, json: projectBody() }), 403);
    await setSuspended(api.service, accountId, false);
    assert.equal(await state(), 'active');
    expectStatus(await api.call('POST', '/projects', { key, json: projectBody() }), 201);
  });

  it('is in setup before the first purchase', async () => {
    const { test } = await createSetupAccount(api.service);
    const { body } = expectStatus(await api.call('GET', '/account', { key: test }), 200);
    assert.equal(body.state, 'setup');
    assert.deepEqual(body.launches, { available: 100, used: 0, total: 100 });
    assert.deepEqual(body.capacity, { in_flight: 0, limit: 100 });
    assert.equal(body.rate_limit.limit, 600);
  });
});
