import assert from 'node:assert/strict';
import type { Scope } from '../../src/db/scope.ts';
import { sweep } from '../../src/services/retention/sweep.ts';
import { inTransaction } from '../../src/services/transaction.ts';
import { expectStatus } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { startTestService, type TestService } from '../support/service.ts';

const DAY_MS = 86_400_000;

describe('the sweep of events', () => {
  let api: TestService;
  let key: string;
  let scope: Scope;

  beforeEach(async () => {
    api = await startTestService();
    const { accountId, keys } = await api.newAgency();
    key = keys.test.full;
    scope = { account_id: accountId, livemode: false };
  });
  afterEach(() => api.close());

  async function createEndpoint(enabled: boolean) {
    const json = { url: 'https://receiver.localhost/', enabled };
    return { ...expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201).body, secret: null };
  }

  const daysAgo = (days: number) => new Date(api.clock.now().getTime() - days * DAY_MS);

  /** Records as many events in one transaction. */
  const record = (object: unknown, count: number, time: Date) =>
    inTransaction(
      api.service,
      scope,
      (tx) => {
        for (let index = 0; index < count; index++) {
          tx.record({ type: 'ping', project: null, data: { object, previous_status: null } });
        }
        return Promise.resolve();
      },
      time,
    );

  async function sweepEvents(): Promise<number[]> {
    const progress: number[] = [];
    await sweep(api.service, 'events', api.clock.now(), (deleted) => progress.push(deleted));
    return progress;
  }

  const events = () => api.service.db.sql.selectFrom('event').select(['id', 'position']).orderBy('position').execute();
  const positions = async () => (await events()).map(({ position }) => position);

  it('deletes those older than 90 days in small batches, and positions go on without a gap', async () => {
    const object = await createEndpoint(false);
    await record(object, 450, daysAgo(90.01));
    await record(object, 3, daysAgo(89.99));
    assert.deepEqual(await sweepEvents(), [200, 400, 450, 450]);
    assert.deepEqual(await positions(), [451, 452, 453]);
    api.clock.advance(DAY_MS);
    assert.deepEqual(await sweepEvents(), [3, 3]);
    await record(object, 2, api.clock.now());
    assert.deepEqual(await positions(), [454, 455]);
  });

  it('hides nothing from a poller that follows the feed meanwhile, and shows it nothing twice', async () => {
    const object = await createEndpoint(false);
    for (let round = 0; round < 10; round++) await record(object, 100, daysAgo(90.5 - round / 1_000));
    await record(object, 150, daysAgo(89));
    const rounds = 40;
    const polled: string[] = [];
    const poll = async () => {
      let cursor = '';
      while (polled.length < 150 + 2 * rounds) {
        const page = expectStatus(await api.call('GET', `/events?limit=7${cursor}`, { key }), 200).body;
        polled.push(...page.data.map((event: { id: string }) => event.id));
        cursor = `&cursor=${page.next_cursor}`;
      }
    };
    const write = async () => {
      for (let round = 0; round < rounds; round++) await record(object, 1, api.clock.now());
    };
    await Promise.all([poll(), write(), write(), sweepEvents(), sweepEvents()]);

    const kept = await events();
    assert.deepEqual(
      polled,
      kept.map(({ id }) => id),
    );
    assert.deepEqual(
      kept.map(({ position }) => position),
      kept.map((_, index) => 1_001 + index),
    );
    assert.equal((await readFeed(api.call, key)).length, kept.length);
  });

  it('takes deliveries and attempts along, leaves what is being sent, and tells the workflows that wait', async () => {
    const { pool } = api.service.db;
    const endpoints = [await createEndpoint(true), await createEndpoint(true)];
    for (const days of [94, 93, 92, 1]) await record(endpoints[0], 1, daysAgo(days));
    const [tried, sent, untried, young] = (await events()).map(({ id }) => id) as [string, string, string, string];
    const deliveryOf = async (event: string) =>
      (await pool.query<{ id: string }>('select id from webhook_delivery where event_id = $1 order by id', [event]))
        .rows[0]!.id;
    const waiting = await deliveryOf(tried);
    await pool.query('update webhook_delivery set attempts = 1 where id = $1', [waiting]);
    await pool.query(
      `insert into webhook_attempt (delivery_id, endpoint_id, attempt, attempted_at, duration_ms, succeeded)
       values ($1, $2, 1, $3, 5, false)`,
      [waiting, endpoints[0].id, daysAgo(94)],
    );
    const claimed = await deliveryOf(sent);
    await pool.query('update webhook_delivery set claim = 1 where id = $1', [claimed]);

    assert.deepEqual(await sweepEvents(), [2, 2]);
    assert.deepEqual(
      (await events()).map(({ id }) => id),
      [sent, young],
    );
    for (const { id } of endpoints) {
      const page = expectStatus(await api.call('GET', `/webhook_endpoints/${id}/deliveries`, { key }), 200).body;
      assert.deepEqual(
        page.data.map(({ event }: { event: string }) => event),
        [young, sent],
      );
    }
    assert.deepEqual((await pool.query('select 1 from webhook_attempt')).rowCount, 0);
    const told = await pool.query('select kind, target, payload from outbox');
    assert.deepEqual(told.rows, [{ kind: 'wake', target: `delivery/${waiting}`, payload: null }]);
    assert.equal((await pool.query('select 1 from webhook_delivery where event_id = $1', [untried])).rowCount, 0);

    await pool.query('update webhook_delivery set claim = null where id = $1', [claimed]);
    assert.deepEqual(await sweepEvents(), [1, 1]);
    assert.equal((await pool.query('select 1 from webhook_delivery')).rowCount, 2);
  });

  it('waits for no one who holds a delivery', async () => {
    const endpoint = await createEndpoint(true);
    await record(endpoint, 2, daysAgo(91));
    const [held] = await events();
    const client = await api.service.db.pool.connect();
    await client.query('begin');
    await client.query('select 1 from webhook_delivery where event_id = $1 for update', [held!.id]);
    assert.deepEqual(await sweepEvents(), [1, 1]);
    assert.deepEqual(await events(), [held]);
    await client.query('rollback');
    client.release();
    assert.deepEqual(await sweepEvents(), [1, 1]);
  });
});
