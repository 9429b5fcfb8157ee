import assert from 'node:assert/strict';
import { createApiKey } from '../../src/services/accounts/api-keys.ts';
import { createAccount } from '../../src/services/accounts/create-account.ts';
import { setSuspended } from '../../src/services/accounts/suspend-account.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { adminOf, jsonOf, textOf, type RunAdmin } from './support/run-admin.ts';

describe('the operators’ account commands', () => {
  let api: TestService;
  let admin: RunAdmin;

  before(async () => {
    api = await startTestService();
    admin = adminOf(api.config.databaseUrl);
  });
  after(() => api.close());

  const keyOf = async (accountId: string, livemode: boolean) =>
    (await createApiKey(api.service, { account_id: accountId, livemode }, { permissions: 'full' })).key;
  const readAccount = async (key: string) => expectStatus(await api.call('GET', '/account', { key }), 200).body;

  it('create an account with 100 test launches and no live ones, and say so', async () => {
    const [created, text] = await Promise.all([
      jsonOf(admin, 'account', 'create', '--name', ' Acme Agency ', '--email', 'owner@acme.example'),
      textOf(admin, 'account', 'create', '--name', 'Beta', '--email', 'owner@beta.example'),
    ]);
    assert.match(created.id, /^acc_[0-9A-Za-z]{22}$/);
    assert.equal(created.owner_email, 'owner@acme.example');
    const test = await readAccount(await keyOf(created.id, false));
    assert.equal(test.name, 'Acme Agency');
    assert.equal(test.state, 'setup');
    assert.deepEqual(test.launches, { available: 100, used: 0, total: 100 });
    const live = await readAccount(await keyOf(created.id, true));
    assert.deepEqual(live.launches, { available: 0, used: 0, total: 0 });
    assert.match(text, /^Created account acc_[0-9A-Za-z]{22}\.\nTest mode has 100 launches/);
  });

  it('make an account active by a purchase, with its live launches and the higher hourly limit', async () => {
    const id = await createAccount(api.service, { name: 'Buyer', ownerEmail: 'owner@buyer.example' });
    const [live, test] = [await keyOf(id, true), await keyOf(id, false)];
    const before = await readAccount(live);
    assert.deepEqual([before.state, before.rate_limit.limit], ['setup', 600]);
    await jsonOf(admin, 'account', 'purchase', id, '--launches', '10', '--reference', 'invoice 17');
    const text = await textOf(admin, 'account', 'purchase', id, '--launches', '5');
    assert.equal(text, `Recorded 5 live launches for account ${id}, which has 15 available now.\n`);
    const after = await readAccount(live);
    assert.deepEqual([after.state, after.rate_limit.limit], ['active', 3_600]);
    assert.deepEqual(after.launches, { available: 15, used: 0, total: 15 });
    assert.equal((await readAccount(test)).launches.total, 100, 'test launches are not bought');
    const purchases = api.service.db.sql.selectFrom('purchase').select(['launches', 'reference']);
    assert.deepEqual(await purchases.where('account_id', '=', id).orderBy('id').execute(), [
      { launches: 10, reference: 'invoice 17' },
      { launches: 5, reference: null },
    ]);
  });

  it('suspend an account, which reads but does not write until it is resumed', async () => {
    const { accountId, keys } = await api.newAgency();
    const write = (key: string) => api.call('POST', '/projects', { key, json: projectBody() });
    const suspended = await jsonOf(admin, 'account', 'suspend', accountId);
    assert.equal(suspended.state, 'suspended');
    assert.ok(suspended.suspended_at);
    for (const key of [keys.test.full, keys.live.full]) {
      assert.equal((await readAccount(key)).state, 'suspended');
      expectStatus(await api.call('GET', '/projects', { key }), 200);
      assert.equal(expectStatus(await write(key), 403).body.error.code, 'account_suspended');
    }
    const resumed = await jsonOf(admin, 'account', 'resume', accountId);
    assert.deepEqual([resumed.state, resumed.suspended_at], ['active', null]);
    for (const key of [keys.test.full, keys.live.full]) expectStatus(await write(key), 201);
  });

  it('wake what waits for slots in both modes when an account is resumed', async () => {
    const { accountId } = await api.newAgency();
    await setSuspended(api.service, accountId, true);
    assert.deepEqual(await capacityWakes(accountId), []);
    await textOf(admin, 'account', 'resume', accountId);
    assert.deepEqual(await capacityWakes(accountId), [`capacity/${accountId}/live`, `capacity/${accountId}/test`]);
  });

  it('refuse to suspend twice and to resume what is not suspended', async () => {
    const [active, suspended] = [(await api.newAgency()).accountId, (await api.newAgency()).accountId];
    await setSuspended(api.service, suspended, true);
    assert.deepEqual(await Promise.all([admin('account', 'resume', active), admin('account', 'suspend', suspended)]), [
      { exitCode: 1, stdout: '', stderr: `The account ${active} is not suspended.\n` },
      { exitCode: 1, stdout: '', stderr: `The account ${suspended} is suspended already.\n` },
    ]);
  });

  it('show one account and list all, newest first', async () => {
    const older = await api.newAgency({ liveLaunches: 7 });
    api.clock.advance(1_000);
    const newer = await api.newAgency();
    const [shown, shownText, listed, listedText] = await Promise.all([
      jsonOf(admin, 'account', 'show', older.accountId),
      textOf(admin, 'account', 'show', older.accountId),
      jsonOf(admin, 'account', 'list'),
      textOf(admin, 'account', 'list'),
    ]);
    const launches = { live: { available: 7, used: 0, total: 7 }, test: { available: 100, used: 0, total: 100 } };
    assert.deepEqual(shown.launches, launches);
    assert.match(shownText, /^live launches +7 available, 0 used, 7 in total$/m);
    const [first, second] = listed.data;
    assert.equal(listed.object, 'list');
    assert.equal(first.id, newer.accountId);
    assert.deepEqual(second, shown);
    assert.match(listedText, new RegExp(`^${older.accountId}  active +7/7 +100/100 `, 'm'));
  });

  async function capacityWakes(accountId: string): Promise<string[]> {
    const wakes = api.service.db.sql.selectFrom('outbox').select('target').where('kind', '=', 'wake');
    const rows = await wakes.where('target', 'like', `capacity/${accountId}/%`).orderBy('target').execute();
    return rows.map((row) => row.target);
  }
});
