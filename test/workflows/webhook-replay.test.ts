import assert from 'node:assert/strict';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import type { Scope } from '../../src/db/scope.ts';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { cancelReplay } from '../../src/services/webhooks/cancel-replay.ts';
import { readReplayRecord } from '../../src/services/webhooks/replay-records.ts';
import { requestReplay } from '../../src/services/webhooks/request-replay.ts';
import { startEndpointWorld, type EndpointWorld } from '../support/endpoint-world.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';
import { failDeliveries, recordEvents } from '../support/missed-events.ts';
import { workflowMetadata } from '../support/operator.ts';
import type { EventType } from '../../src/domain/events.ts';

describe('a webhook replay', () => {
  let world: EndpointWorld;
  let key: string;
  let scope: Scope;
  let endpoint: string;
  let began: Date;

  before(async () => {
    world = await startEndpointWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    await world.begin(204);
    const { accountId, keys } = await world.stack.newAgency();
    key = keys.test.full;
    scope = { account_id: accountId, livemode: false };
    endpoint = await createEndpoint(['project.*']);
    world.receiver.received.length = 0;
    began = world.stack.clock.now();
  });

  const call = (method: string, path: string, json: object) =>
    world.stack.call(method, `/webhook_endpoints${path}`, { key, json });
  const createEndpoint = async (events: string[]) =>
    expectStatus(await call('POST', '', { url: world.receiver.url, events }), 201).body.id as string;
  const change = async (json: object) => expectStatus(await call('PATCH', `/${endpoint}`, json), 200);
  const record = (type: EventType, count: number) => recordEvents(world.stack.service, scope, type, count);
  const received = () => world.receiver.received.map(({ headers }) => headers['webhook-id']!);
  const arrived = (count: number) => eventually(`${count} webhooks`, () => received().length >= count);

  /** Records events that the endpoint misses, because it is disabled meanwhile. */
  async function missed(count: number): Promise<string[]> {
    await change({ enabled: false });
    const ids = await record('project.launched', count);
    await change({ enabled: true });
    return ids;
  }

  async function replay(since = began): Promise<{ id: string; handle: WorkflowHandle }> {
    const { replay } = await requestReplay(world.stack.service, scope, endpoint, since);
    const handle = world.env.client.workflow.getHandle(workflowIds.replay(replay.id));
    await eventually('its workflow', () => handle.describe().catch(() => null));
    return { id: replay.id, handle };
  }

  const outcomeOf = async (id: string) => (await readReplayRecord(world.stack.service.db.sql, id))!.outcome;
  const deliveries = async (condition: string) =>
    (
      await world.stack.service.db.pool.query<{ count: number }>(
        `select count(*)::int from webhook_delivery where endpoint_id = $1 and ${condition}`,
        [endpoint],
      )
    ).rows[0]!.count;

  /** Lets no webhook be answered until it is told to. */
  function blockReceiver(): () => void {
    const { promise, resolve } = Promise.withResolvers<number>();
    world.receiver.answerWith(() => promise);
    return () => resolve(204);
  }

  /** Nothing is due any more, and exactly so many webhooks have arrived. */
  async function assertNoMoreThan(count: number): Promise<void> {
    await eventually('nothing to be due', async () => (await deliveries('due_at is not null')) === 0);
    assert.equal(received().length, count);
  }

  it('sends exactly the missed ones of thousands of events, once each with their own id and body', async () => {
    const other = await createEndpoint(['*']);
    await call('PATCH', `/${other}`, { enabled: false });
    await change({ enabled: false });
    await record('project.launched', 100);
    await change({ enabled: true });
    world.stack.clock.advance(1_000);
    began = world.stack.clock.now();

    const failed = await record('project.in_progress', 1_000);
    const [waiting, ...succeeded] = await record('project.launched', 60);
    await arrived(1_060);
    await eventually('their outcomes', async () => (await deliveries("status = 'succeeded'")) === 1_060);
    await failDeliveries(world.stack.service, failed);
    await world.stack.service.db.pool.query(
      `update webhook_delivery set schedule_status = 'pending', attempts = 1, next_attempt_at = $2 where event_id = $1`,
      [waiting, new Date(began.getTime() + 86_400_000)],
    );
    await change({ enabled: false });
    const whileDisabled = await record('project.completed', 1_500);
    await record('report.ready', 200);
    await change({ enabled: true });
    const filtered = await record('listing.live', 500);
    await change({ events: ['project.*', 'listing.live'] });
    for (let ping = 0; ping < 5; ping++) expectStatus(await call('POST', `/${other}/test`, {}), 201);
    await arrived(1_065);
    world.receiver.received.length = 0;

    const { id, handle } = await replay();
    await handle.result();
    await arrived(3_000);
    await assertNoMoreThan(3_000);
    assert.deepEqual(received().toSorted(), [...failed, ...whileDisabled, ...filtered].toSorted());
    const { rows } = await world.stack.service.db.pool.query<{ id: string; body: string }>(
      'select id, body from event where account_id = $1',
      [scope.account_id],
    );
    const bodies = new Map(rows.map((event) => [event.id, event.body]));
    for (const { headers, body } of world.receiver.received) assert.equal(body, bodies.get(headers['webhook-id']!));

    const { outcome, retried, created } = (await readReplayRecord(world.stack.service.db.sql, id))!;
    assert.deepEqual([outcome, retried, created], ['finished', 1_000, 2_000]);
    assert.equal(await deliveries("status = 'succeeded'"), 3_000 + succeeded.length);
    assert.equal(await deliveries("status = 'pending'"), 1);
    assert.match(
      (await workflowMetadata(world.env.client, workflowIds.replay(id)))?.currentDetails ?? '',
      /\*\*\d+ of \d+\*\* events \(100 %\): sent 1000 failed deliveries again, made 2000[\s\S]*\*\*Finished\*\*/,
    );
  });

  it('keeps at most 100 attempts due at a slow receiver, so that a fresh event stands behind few', async () => {
    const events = await missed(600);
    let fresh: Promise<string[]> | undefined;
    let behind = 0;
    const counts: number[] = [];
    world.receiver.answerWith(async () => {
      if (received().length >= 200 && !fresh) {
        behind = received().length;
        fresh = record('project.launched', 1);
      }
      counts.push(await deliveries('due_at is not null'));
      return 204;
    });
    const { handle } = await replay();
    await handle.result();
    await arrived(601);
    const [freshId] = await fresh!;
    assert.deepEqual(received().toSorted(), [...events, freshId!].toSorted());
    const most = Math.max(...counts);
    assert.ok(most > 50 && most <= 101, `${most}`);
    assert.ok(received().indexOf(freshId!) - behind <= 101);
  });

  it('ends in the middle when its workflow is cancelled, and what was due goes out', async () => {
    await missed(300);
    const release = blockReceiver();
    const { id, handle } = await replay();
    await arrived(50);
    await handle.cancel();
    await assert.rejects(handle.result(), WorkflowFailedError);
    assert.equal(await outcomeOf(id), 'cancelled');
    release();
    await assertNoMoreThan(100);
    assert.equal((await handle.describe()).status.name, 'CANCELLED');
  });

  it('ends in the middle when an operator cancels it in the database', async () => {
    await missed(300);
    const release = blockReceiver();
    const { id, handle } = await replay();
    await arrived(50);
    assert.equal(await cancelReplay(world.stack.service, id), true);
    await handle.result();
    assert.equal(await cancelReplay(world.stack.service, id), false);
    assert.equal(await outcomeOf(id), 'cancelled');
    release();
    await assertNoMoreThan(100);
  });

  it('stops when the endpoint is disabled; another one since the same time sends the rest once', async () => {
    const events = await missed(300);
    const release = blockReceiver();
    const { id, handle } = await replay();
    await arrived(50);
    await change({ enabled: false });
    await handle.result();
    assert.equal(await outcomeOf(id), 'endpoint_disabled');
    assert.match(
      (await workflowMetadata(world.env.client, workflowIds.replay(id)))?.currentDetails ?? '',
      /\*\*100 of 300\*\* events[\s\S]*\*\*Stopped\*\*: the endpoint is disabled/,
    );
    await assert.rejects(requestReplay(world.stack.service, scope, endpoint, began), /is disabled: enable it/);
    release();
    await eventually('what was being sent', async () => (await deliveries('claim is not null')) === 0);
    assert.equal(received().length, 50);

    await change({ enabled: true });
    const again = await replay();
    await again.handle.result();
    await arrived(300);
    await assertNoMoreThan(300);
    assert.deepEqual(received().toSorted(), events.toSorted());
  });

  it('stops when the endpoint is deleted', async () => {
    await missed(300);
    const release = blockReceiver();
    const { id, handle } = await replay();
    await arrived(50);
    expectStatus(await world.stack.call('DELETE', `/webhook_endpoints/${endpoint}`, { key }), 200);
    await handle.result();
    release();
    await eventually('what was being sent', async () => (await deliveries('claim is not null')) === 0);
    assert.equal(received().length, 50);
    const row = await world.stack.service.db.sql
      .selectFrom('webhook_replay')
      .select('outcome')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(row.outcome, 'endpoint_deleted');
  });
});
