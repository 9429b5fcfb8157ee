import assert from 'node:assert/strict';
import { createApiKey, revokeApiKey } from '../../src/services/accounts/api-keys.ts';
import { createAccount } from '../../src/services/accounts/create-account.ts';
import { recordPurchase } from '../../src/services/accounts/record-purchase.ts';
import { setSuspended } from '../../src/services/accounts/suspend-account.ts';
import { grantSlots } from '../../src/services/listings/grant-slots.ts';
import { createReadyProject, expectStatus, projectBody } from '../support/factories.ts';
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
    assert.deepEqual({ ...shown, ...second }, shown, 'the list tells a part of what show tells');
    assert.match(listedText, new RegExp(`^${older.accountId}  active +7/7 +100/100 `, 'm'));
  });

  it('show what an account has and does in each mode', async () => {
    const { accountId, keys } = await api.newAgency();
    const { id } = await createReadyProject(api.call, keys.test.full);
    expectStatus(await api.call('POST', '/projects', { key: keys.live.full, json: publicProject() }), 201);
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key: keys.test.full }), 200);
    await grantSlots(api.service, { account_id: accountId, livemode: false }, api.clock.now());
    const live = { account_id: accountId, livemode: true };
    await createApiKey(api.service, live, { permissions: 'full', expiresAt: new Date(Date.now() - 1_000) });
    await revokeApiKey(api.service, (await createApiKey(api.service, live, { permissions: 'read' })).id);
    const shown = await jsonOf(admin, 'account', 'show', accountId);
    assert.deepEqual(shown.projects, { live: 1, test: 1 });
    assert.deepEqual(shown.in_flight, { live: 0, test: 100 });
    assert.deepEqual(shown.keys, { live: 2, test: 2 }, 'keys that still work');
    const text = await textOf(admin, 'account', 'show', accountId);
    assert.match(text, /^test mode +projects: 1, listings in flight: 100, working keys: 2$/m);
  });

  it('edit the name and the owner of an account, and leave what is not given', async () => {
    const id = await createAccount(api.service, { name: 'Old', ownerEmail: 'old@agency.example' });
    const named = await jsonOf(admin, 'account', 'edit', id, '--name', ' New & Co. ');
    assert.deepEqual([named.name, named.owner_email], ['New & Co.', 'old@agency.example']);
    const text = await textOf(admin, 'account', 'edit', id, '--email', 'new@agency.example');
    assert.equal(text, `The account ${id} is now New & Co., owned by new@agency.example.\n`);
    assert.equal((await readAccount(await keyOf(id, false))).name, 'New & Co.');
  });

  it('list the newest only, and say when there are more', async () => {
    await api.newAgency();
    api.clock.advance(1_000);
    const newest = await api.newAgency();
    const [one, all, text] = await Promise.all([
      jsonOf(admin, 'account', 'list', '--limit', '1'),
      jsonOf(admin, 'account', 'list'),
      textOf(admin, 'account', 'list', '--limit', '1'),
    ]);
    assert.deepEqual([one.data.map(idOf), one.has_more], [[newest.accountId], true]);
    assert.equal(all.has_more, false);
    assert.match(text, /There are more than these 1; --limit shows up to 1000\.\n$/);
  });

  it('list accounts in a state, or with a text in the name or the owner’s address', async () => {
    const setup = await createAccount(api.service, { name: 'Fifty % off', ownerEmail: 'owner@fifty.example' });
    const active = await createAccount(api.service, { name: 'Other', ownerEmail: 'half%OFF@other.example' });
    const suspended = await createAccount(api.service, { name: 'Fifty X off', ownerEmail: 'owner@x.example' });
    await recordPurchase(api.service, active, { launches: 1 });
    await recordPurchase(api.service, suspended, { launches: 1 });
    await setSuspended(api.service, suspended, true);
    const found = async (...options: string[]) =>
      new Set((await jsonOf(admin, 'account', 'list', ...options)).data.map(idOf) as string[]);
    for (const [state, id] of Object.entries({ setup, active, suspended })) {
      const ids = await found('--state', state);
      assert.deepEqual(
        [setup, active, suspended].filter((each) => ids.has(each)),
        [id],
        state,
      );
    }
    assert.deepEqual(await found('--search', '% OFF'), new Set([setup]), 'no wildcard');
    assert.deepEqual(await found('--search', '%off'), new Set([active]));
    assert.deepEqual(await found('--search', 'fifty', '--state', 'suspended'), new Set([suspended]));
    assert.equal(await textOf(admin, 'account', 'list', '--search', 'nowhere'), 'There are no such accounts.\n');
  });

  async function capacityWakes(accountId: string): Promise<string[]> {
    const wakes = api.service.db.sql.selectFrom('outbox').select('target').where('kind', '=', 'wake');
    const rows = await wakes.where('target', 'like', `capacity/${accountId}/%`).orderBy('target').execute();
    return rows.map((row) => row.target);
  }
});

const idOf = ({ id }: { id: string }) => id;

/** Live mode takes public sites only. */
const publicProject = () => projectBody({ url: 'https://acme-tools.io' });
