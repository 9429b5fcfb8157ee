import assert from 'node:assert/strict';
import type { Scope } from '../../src/db/scope.ts';
import { cancelReplay } from '../../src/services/webhooks/cancel-replay.ts';
import { replayBatch, type ReplayBatch } from '../../src/services/webhooks/replay-batch.ts';
import { requestReplay } from '../../src/services/webhooks/request-replay.ts';
import { expectStatus } from '../support/factories.ts';
import { failDeliveries, recordEvents } from '../support/missed-events.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('a batch of a webhook replay', () => {
  let api: TestService;
  let key: string;
  let scope: Scope;
  let endpoint: string;
  let began: Date;

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());
  beforeEach(async () => {
    const { accountId, keys } = await api.newAgency();
    key = keys.test.full;
    scope = { account_id: accountId, livemode: false };
    began = api.clock.now();
    const json = { url: 'https://receiver.localhost/', events: ['project.*'], enabled: false };
    endpoint = expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201).body.id;
  });

  const enable = async (enabled: boolean) =>
    expectStatus(await api.call('PATCH', `/webhook_endpoints/${endpoint}`, { key, json: { enabled } }), 200);
  const missed = (count: number) => recordEvents(api.service, scope, 'project.launched', count);
  const replay = async () => (await requestReplay(api.service, scope, endpoint, began)).replay.id;
  const batch = async (id: string) => (await replayBatch(api.service, id, api.clock.now()))!;

  async function deliveries() {
    const { rows } = await api.service.db.pool.query<{ event_id: string; is_due: boolean; status: string }>(
      'select event_id, due_at is not null as is_due, status from webhook_delivery where endpoint_id = $1 order by id',
      [endpoint],
    );
    return rows;
  }
  const due = async () => (await deliveries()).filter(({ is_due }) => is_due).length;

  /** Ends so many of the attempts that are due as the dispatcher does when they succeed. */
  async function succeed(count: number): Promise<void> {
    await api.service.db.pool.query(
      `update webhook_delivery set schedule_status = 'succeeded', schedule_due_at = null, retry_asked_at = null,
        next_attempt_at = null
       where id in (select id from webhook_delivery where endpoint_id = $1 and due_at is not null and claim is null order by id limit $2)`,
      [endpoint, count],
    );
  }

  async function finish(id: string): Promise<ReplayBatch> {
    for (;;) {
      const state = await batch(id);
      assert.ok((await due()) <= 100);
      if (state.outcome !== null) return state;
      await succeed(75);
    }
  }

  it('changes nothing when it is repeated with the same input, and nothing is skipped or made due twice', async () => {
    const events = await missed(260);
    await enable(true);
    const id = await replay();
    const at = api.clock.now();
    const first = await replayBatch(api.service, id, at);
    assert.deepEqual([first!.created, first!.seen, first!.events, first!.outcome], [100, 100, 260, null]);
    const afterFirst = await deliveries();
    const repeated = await replayBatch(api.service, id, at);
    assert.deepEqual([repeated!.created, repeated!.seen, repeated!.room], [100, 100, 0]);
    assert.deepEqual(await deliveries(), afterFirst);

    await succeed(60);
    await Promise.all([batch(id), batch(id), batch(id)]);
    assert.equal(await due(), 100);
    const end = await finish(id);
    assert.deepEqual([end.outcome, end.created, end.retried, end.seen], ['finished', 260, 0, 260]);
    const all = (await deliveries()).map(({ event_id }) => event_id);
    assert.deepEqual(all.toSorted(), events.toSorted());
    const after = await deliveries();
    await batch(id);
    assert.deepEqual(await deliveries(), after);
  });

  it('makes deliveries that belong to its trace, and leaves those that it sends again to that of their event', async () => {
    const [old] = await missed(1);
    await enable(true);
    await finish(await replay());
    await failDeliveries(api.service, [old!]);
    await enable(false);
    const [fresh] = await missed(1);
    await enable(true);
    const id = await replay();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await replayBatch({ ...api.service, trace: { current: () => traceparent } }, id, api.clock.now());
    const { rows } = await api.service.db.pool.query<{ event_id: string; traceparent: string | null }>(
      'select event_id, traceparent from webhook_delivery where endpoint_id = $1 and due_at is not null',
      [endpoint],
    );
    assert.deepEqual(
      new Map(rows.map((row) => [row.event_id, row.traceparent])),
      new Map([
        [old, null],
        [fresh, traceparent],
      ]),
    );
  });

  it('leaves no trace when it dies before its commit, and is made up for by the next', async () => {
    const events = await missed(30);
    await enable(true);
    const id = await replay();
    const dying = { ...api.service, beforeCommit: () => Promise.reject(new Error('killed')) };
    await assert.rejects(replayBatch(dying, id, api.clock.now()), /killed/);
    assert.deepEqual(await deliveries(), []);
    assert.equal((await batch(id)).outcome, 'finished');
    assert.deepEqual((await deliveries()).map(({ event_id }) => event_id).toSorted(), events.toSorted());
  });

  it('makes nothing due of a replay that was cancelled', async () => {
    await missed(150);
    await enable(true);
    const id = await replay();
    await batch(id);
    await cancelReplay(api.service, id);
    await succeed(100);
    const state = await batch(id);
    assert.deepEqual([state.outcome, state.created, await due()], ['cancelled', 100, 0]);
  });

  it('adds nothing while more than 50 attempts are due, being sent or not', async () => {
    await missed(200);
    await enable(true);
    const id = await replay();
    await batch(id);
    await api.service.db.pool.query(
      `update webhook_delivery set claim = 1 where id in
        (select id from webhook_delivery where endpoint_id = $1 order by id limit 40)`,
      [endpoint],
    );
    await succeed(49);
    const full = await batch(id);
    assert.deepEqual([full.due, full.room, full.created], [51, 0, 100]);
    await succeed(1);
    const low = await batch(id);
    assert.deepEqual([low.due, low.room, low.created], [50, 50, 150]);
  });

  it('sends one at a time to an endpoint whose last attempt failed', async () => {
    await missed(20);
    await enable(true);
    const id = await replay();
    const setFailing = (since: Date | null) =>
      api.service.db.pool.query('update webhook_endpoint set failing_since = $2 where id = $1', [endpoint, since]);
    await setFailing(api.clock.now());
    assert.deepEqual([(await batch(id)).created, (await batch(id)).created], [1, 1]);
    await succeed(1);
    assert.equal((await batch(id)).created, 2);
    await setFailing(null);
    assert.deepEqual([(await batch(id)).created, await due()], [20, 19]);
  });

  it('leaves alone what was before its time or the endpoint, what the filter has not, and what waits or has succeeded', async () => {
    const { id: older } = expectStatus(
      await api.call('POST', '/webhook_endpoints', {
        key,
        json: { url: 'https://receiver.localhost/', enabled: false },
      }),
      201,
    ).body as { id: string };
    await missed(3);
    api.clock.advance(1_000);
    began = api.clock.now();
    await recordEvents(api.service, scope, 'report.ready', 4);
    await enable(true);
    const failed = await missed(5);
    const succeeded = await missed(6);
    await succeed(11);
    await failDeliveries(api.service, failed);
    const pending = await missed(2);
    expectStatus(await api.call('POST', `/webhook_endpoints/${older}/test`, { key }), 201);
    const other = { url: 'https://receiver.localhost/', events: ['*'] };
    const young = expectStatus(await api.call('POST', '/webhook_endpoints', { key, json: other }), 201).body.id;

    const state = await batch(await replay());
    assert.deepEqual([state.outcome, state.events, state.retried, state.created], ['finished', 18, 5, 0]);
    const byStatus = Map.groupBy(await deliveries(), ({ status }) => status);
    const ids = (status: string) => (byStatus.get(status) ?? []).map(({ event_id }) => event_id).toSorted();
    assert.deepEqual(ids('pending'), [...failed, ...pending].toSorted());
    assert.deepEqual(ids('succeeded'), succeeded.toSorted());

    expectStatus(await api.call('POST', `/webhook_endpoints/${older}/test`, { key }), 201);
    endpoint = young;
    api.clock.advance(1_000);
    await batch(await replay());
    assert.deepEqual(await deliveries(), []);
  });

  it('sends nothing of events that have left the feed meanwhile', async () => {
    await missed(3);
    await enable(true);
    const id = await replay();
    api.clock.advance(90 * 86_400_000 + 1);
    assert.deepEqual([(await batch(id)).outcome, await due()], ['finished', 0]);
  });

  it('is one of a single replay of its endpoint', async () => {
    await missed(3);
    await enable(true);
    const [one, two] = await Promise.all([
      requestReplay(api.service, scope, endpoint, began),
      requestReplay(api.service, scope, endpoint, began),
    ]);
    assert.equal(one.replay.id, two.replay.id);
    assert.deepEqual([one.isNew, two.isNew].toSorted(), [false, true]);
    assert.equal((await batch(one.replay.id)).outcome, 'finished');
    assert.equal((await requestReplay(api.service, scope, endpoint, began)).isNew, true);
  });
});
