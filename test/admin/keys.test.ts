import assert from 'node:assert/strict';
import { toSecond } from '../../src/domain/time.ts';
import { createApiKey, revokeApiKey } from '../../src/services/accounts/api-keys.ts';
import { createAccount } from '../../src/services/accounts/create-account.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { adminOf, jsonOf, textOf, type RunAdmin } from './support/run-admin.ts';

const HOUR_MS = 3_600_000;

describe('the operators’ key commands', () => {
  let api: TestService;
  let admin: RunAdmin;
  let accountId: string;

  before(async () => {
    api = await startTestService();
    admin = adminOf(api.config.databaseUrl);
    ({ accountId } = await api.newAgency());
  });
  after(() => api.close());

  const ping = (key: string) => api.call('GET', '/ping', { key });
  const assertInvalid = async (key: string) =>
    assert.equal(expectStatus(await ping(key), 401).body.error.code, 'api_key_invalid');

  it('create a key that works in its mode, and writes only with full permissions', async () => {
    const [live, test] = await Promise.all([
      jsonOf(admin, 'key', 'create', accountId, '--mode', 'live'),
      jsonOf(admin, 'key', 'create', accountId, '--mode', 'test', '--permissions', 'read'),
    ]);
    assert.match(live.key, /^svc_live_/);
    assert.match(test.key, /^svc_test_/);
    const livePing = expectStatus(await ping(live.key), 200).body;
    assert.deepEqual([livePing.livemode, livePing.key], [true, { id: live.id, permissions: 'full' }]);
    const testPing = expectStatus(await ping(test.key), 200).body;
    assert.deepEqual([testPing.livemode, testPing.key], [false, { id: test.id, permissions: 'read' }]);
    expectStatus(await api.call('POST', '/projects', { key: live.key, json: projectBody() }), 201);
    const refused = await api.call('POST', '/projects', { key: test.key, json: projectBody() });
    assert.equal(expectStatus(refused, 403).body.error.code, 'permission_denied');
  });

  it('show a new key on the first line and say that it is not shown again', async () => {
    const text = await textOf(admin, 'key', 'create', accountId, '--mode', 'test');
    const [key] = text.split('\n');
    expectStatus(await ping(key!), 200);
    assert.match(text, /not shown again/);
  });

  it('revoke a key at once and for good, and refuse to revoke it again', async () => {
    const scope = { account_id: accountId, livemode: true };
    const { id, key } = await createApiKey(api.service, scope, { permissions: 'full' });
    expectStatus(await ping(key), 200);
    const { revoked_at } = await jsonOf(admin, 'key', 'revoke', id);
    await assertInvalid(key);
    const stderr = `The key ${id} was revoked already, at ${revoked_at}.\n`;
    assert.deepEqual(await admin('key', 'revoke', id), { exitCode: 1, stdout: '', stderr });
  });

  it('create a key that ends at its expiry, given as a time or as a date in UTC', async () => {
    const time = new Date(Date.now() + 2 * HOUR_MS).toISOString();
    const date = new Date(Date.now() + 72 * HOUR_MS).toISOString().slice(0, 10);
    const [byTime, byDate] = await Promise.all([
      jsonOf(admin, 'key', 'create', accountId, '--mode', 'test', '--expires', time),
      jsonOf(admin, 'key', 'create', accountId, '--mode', 'test', '--expires', date),
    ]);
    assert.equal(byDate.expires_at, `${date}T00:00:00Z`);
    expectStatus(await ping(byTime.key), 200);
    api.clock.set(new Date(time));
    await assertInvalid(byTime.key);
    expectStatus(await ping(byDate.key), 200);
    api.clock.set(new Date(byDate.expires_at));
    await assertInvalid(byDate.key);
  });

  it('tell when a key was last used, to the minute', async () => {
    const owner = await createAccount(api.service, { name: 'Users', ownerEmail: 'owner@users.example' });
    const scope = { account_id: owner, livemode: false };
    const [used, unused] = [
      await createApiKey(api.service, scope, { permissions: 'full' }),
      await createApiKey(api.service, scope, { permissions: 'full' }),
    ];
    const lastUses = async () => {
      const { data } = await jsonOf(admin, 'key', 'list', owner);
      return (id: string) => data.find((key: { id: string }) => key.id === id).last_used_at;
    };
    const startedAt = toSecond(api.clock.now());
    await Promise.all(Array.from({ length: 20 }, async () => expectStatus(await ping(used.key), 200)));
    const first = await lastUses();
    assert.ok(first(used.id) >= startedAt && first(used.id) <= toSecond(api.clock.now()), first(used.id));
    assert.equal(first(unused.id), null);
    api.clock.advance(50_000);
    await ping(used.key);
    assert.equal((await lastUses())(used.id), first(used.id), 'within the minute');
    api.clock.advance(11_000);
    const againAt = toSecond(api.clock.now());
    await ping(used.key);
    assert.ok((await lastUses())(used.id) >= againAt, 'a minute later');
    assert.match(await textOf(admin, 'key', 'list', owner), new RegExp(`^${used.id} .* ${againAt.slice(0, 15)}`, 'm'));
  });

  it('do not tell of a use that was refused', async () => {
    const { id, key } = await createApiKey(
      api.service,
      { account_id: accountId, livemode: false },
      { permissions: 'full' },
    );
    await revokeApiKey(api.service, id);
    await assertInvalid(key);
    const { data } = await jsonOf(admin, 'key', 'list', accountId);
    assert.equal(data.find((listed: { id: string }) => listed.id === id).last_used_at, null);
  });

  it('list the keys of one account, newest first, and never the keys themselves', async () => {
    const owner = await createAccount(api.service, { name: 'Keys', ownerEmail: 'owner@keys.example' });
    const bare = await createAccount(api.service, { name: 'None', ownerEmail: 'owner@none.example' });
    const expiresAt = new Date('2099-12-31T22:00:00Z');
    const live = { account_id: owner, livemode: true };
    const older = await createApiKey(api.service, live, { permissions: 'read' });
    await revokeApiKey(api.service, older.id);
    api.clock.advance(1_000);
    const newer = await createApiKey(api.service, { ...live, livemode: false }, { permissions: 'full', expiresAt });
    const [{ data: keys }, table, empty] = await Promise.all([
      jsonOf(admin, 'key', 'list', owner),
      textOf(admin, 'key', 'list', owner),
      textOf(admin, 'key', 'list', bare),
    ]);
    const { created_at, ...first } = keys[0];
    const about = {
      object: 'api_key',
      account: owner,
      mode: 'test',
      permissions: 'full',
      last_used_at: null,
      revoked_at: null,
    };
    assert.deepEqual(first, { ...about, id: newer.id, expires_at: '2099-12-31T22:00:00Z' });
    const { revoked_at } = keys[1];
    assert.ok(revoked_at);
    assert.match(table, new RegExp(`^${newer.id}  test  full +${created_at}  never +2099-12-31T22:00:00Z  -$`, 'm'));
    assert.match(table, new RegExp(`^${older.id}  live  read +\\S+  never +never +${revoked_at}$`, 'm'));
    assert.doesNotMatch(JSON.stringify(keys) + table, /svc_|hash/);
    assert.equal(empty, `The account ${bare} has no keys.\n`);
  });
});
