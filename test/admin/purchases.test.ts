import assert from 'node:assert/strict';
import { createAccount } from '../../src/services/accounts/create-account.ts';
import { recordPurchase } from '../../src/services/accounts/record-purchase.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { adminOf, jsonOf, textOf, type RunAdmin } from './support/run-admin.ts';

describe('the operators’ purchase commands', () => {
  let api: TestService;
  let admin: RunAdmin;

  before(async () => {
    api = await startTestService();
    admin = adminOf(api.config.databaseUrl);
  });
  after(() => api.close());

  const newAccount = () => createAccount(api.service, { name: 'Buyer', ownerEmail: 'owner@buyer.example' });
  const launchesOf = async (id: string) => (await jsonOf(admin, 'account', 'show', id)).launches.live;

  it('list what an account has bought, newest first', async () => {
    const [buyer, other] = [await newAccount(), await newAccount()];
    await recordPurchase(api.service, buyer, { launches: 10, reference: 'invoice 17' });
    await recordPurchase(api.service, other, { launches: 3 });
    api.clock.advance(1_000);
    await recordPurchase(api.service, buyer, { launches: 5 });
    const [listed, first, table, none] = await Promise.all([
      jsonOf(admin, 'account', 'purchases', buyer),
      jsonOf(admin, 'account', 'purchases', buyer, '--limit', '1'),
      textOf(admin, 'account', 'purchases', buyer),
      textOf(admin, 'account', 'purchases', await newAccount()),
    ]);
    const [newer, older] = listed.data;
    assert.equal(listed.data.length, 2);
    const about = { object: 'purchase', account: buyer };
    assert.deepEqual(newer, { ...about, id: newer.id, launches: 5, reference: null, created_at: newer.created_at });
    assert.deepEqual([older.launches, older.reference], [10, 'invoice 17']);
    assert.ok(newer.id > older.id && newer.created_at > older.created_at);
    assert.deepEqual([first.data, first.has_more, listed.has_more], [[newer], true, false]);
    assert.match(table, new RegExp(`^${older.id} +10 +${older.created_at}  invoice 17$`, 'm'));
    assert.match(none, /^The account acc_\w+ has bought nothing\.\n$/);
  });

  it('credit a reference once, however often it is tried and by how many at once', async () => {
    const id = await newAccount();
    const purchase = () => admin('account', 'purchase', id, '--launches', '10', '--reference', 'invoice 17');
    const tries = await Promise.all([purchase(), purchase(), purchase()]);
    assert.deepEqual(tries.map(({ exitCode }) => exitCode).toSorted(), [0, 1, 1]);
    const { data } = await jsonOf(admin, 'account', 'purchases', id);
    const sentence =
      `The account ${id} has a purchase with the reference "invoice 17" already: ` +
      `number ${data[0].id}, of 10 launches, recorded at ${data[0].created_at}.\n`;
    assert.deepEqual(await purchase(), { exitCode: 1, stdout: '', stderr: sentence });
    assert.equal(data.length, 1);
    assert.deepEqual(await launchesOf(id), { available: 10, used: 0, total: 10 });
  });

  it('credit a reference of another account, another reference, and purchases without one', async () => {
    const [id, other] = [await newAccount(), await newAccount()];
    const purchase = (account: string, ...reference: string[]) =>
      textOf(admin, 'account', 'purchase', account, '--launches', '10', ...reference);
    await purchase(id, '--reference', 'invoice 17');
    await purchase(other, '--reference', 'invoice 17');
    await purchase(id, '--reference', 'invoice 18');
    await purchase(id);
    await purchase(id);
    assert.equal((await launchesOf(id)).total, 40);
    assert.equal((await launchesOf(other)).total, 10);
  });
});
