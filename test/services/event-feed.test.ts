import assert from 'node:assert/strict';
import { readFeed } from '../support/feed.ts';
import { expectStatus } from '../support/factories.ts';
import type { Scope } from '../../src/db/scope.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { inTransaction } from '../../src/services/transaction.ts';

const WRITERS = 8;
const EVENTS_EACH = 60;

describe('the event feed', () => {
  let api: TestService;

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());

  /** An object that a `ping` event may carry. */
  async function someEndpoint(key: string): Promise<object> {
    const json = { url: 'https://receiver.localhost/', enabled: false };
    const { body } = expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201);
    return { ...body, secret: null };
  }

  /** Writes events in transactions that stay open for a while. */
  async function write(scope: Scope, object: object, writer: number): Promise<void> {
    for (let index = 0; index < EVENTS_EACH; index++) {
      await inTransaction(api.service, scope, async (tx) => {
        await tx.sql.selectFrom('account').select('id').where('id', '=', scope.account_id).execute();
        for (let wait = 0; wait < (writer * index) % 5; wait++) await new Promise(setImmediate);
        tx.record({ type: 'ping', project: null, data: { object, previous_status: null } });
      });
    }
  }

  it('shows a poller that follows the cursor each event once and in the order of commits, while others write', async () => {
    const { accountId, keys } = await api.newAgency();
    const key = keys.test.full;
    const scope = { account_id: accountId, livemode: false };
    const object = await someEndpoint(key);
    const polled: string[] = [];
    const poll = async () => {
      let cursor = '';
      while (polled.length < WRITERS * EVENTS_EACH) {
        const page = expectStatus(await api.call('GET', `/events?limit=7${cursor}`, { key }), 200).body;
        polled.push(...page.data.map((event: { id: string }) => event.id));
        cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(scope, object, writer));
    await Promise.all([poll(), ...writers]);
    const written = (await readFeed(api.call, key)).map((event) => event.id);
    assert.equal(written.length, WRITERS * EVENTS_EACH);
    assert.deepEqual(polled, written);
  });

  it('goes on from a cursor that ended in an empty page', async () => {
    const { accountId, keys } = await api.newAgency();
    const key = keys.test.full;
    const empty = expectStatus(await api.call('GET', '/events', { key }), 200).body;
    assert.deepEqual([empty.data, empty.has_more], [[], false]);
    const scope = { account_id: accountId, livemode: false };
    const object = await someEndpoint(key);
    await inTransaction(api.service, scope, (tx) => {
      tx.record({ type: 'ping', project: null, data: { object, previous_status: null } });
      return Promise.resolve();
    });
    const path = `/events?cursor=${encodeURIComponent(empty.next_cursor)}`;
    const next = expectStatus(await api.call('GET', path, { key }), 200).body;
    assert.deepEqual(
      next.data.map((event: { type: string }) => event.type),
      ['ping'],
    );
    assert.equal((await readFeed(api.call, key)).length, 1);
  });

  it('leaves nothing of a transaction that fails', async () => {
    const { accountId, keys } = await api.newAgency();
    const scope = { account_id: accountId, livemode: false };
    const failing = inTransaction(api.service, scope, (tx) => {
      tx.record({ type: 'ping', project: null, data: {} });
      tx.send({ kind: 'wake', target: 'launch/prj_x' });
      return Promise.reject(new Error('broke off'));
    });
    await assert.rejects(failing, /broke off/);
    assert.deepEqual(await readFeed(api.call, keys.test.full), []);
    assert.deepEqual(await api.service.db.sql.selectFrom('outbox').select('id').execute(), []);
  });
});
