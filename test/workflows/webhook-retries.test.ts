import assert from 'node:assert/strict';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { eventually } from '../support/eventually.ts';
import { MAX_IN_FLIGHT } from '../../src/outbox/claim-deliveries.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startTestStack, startTimeSkipping, type TestStack } from '../support/temporal.ts';

describe('a webhook delivery that its user or its endpoint interferes with', () => {
  let env: TestWorkflowEnvironment;
  let receiver: Receiver;
  let stack: TestStack;
  let key: string;

  before(async () => {
    env = await startTimeSkipping();
    receiver = await startReceiver();
    // So slow that listings stay where they are while hours are skipped.
    stack = await startTestStack(env.address, { ...receiver.settings, SIMULATION_PACE: '0.0001' });
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.answerWith(() => 204);
    await followServerClock();
    key = (await stack.newAgency()).keys.test.full;
  });
  after(async () => {
    await stack.close();
    await receiver.close();
    await env.teardown();
  });

  /** Skipped time is the whole service's. */
  async function followServerClock(): Promise<void> {
    stack.clock.set(new Date(await env.currentTimeMs()));
  }

  async function createEndpoint(): Promise<{ id: string; secret: string }> {
    const json = { url: receiver.url, events: ['project.launched'] };
    return expectStatus(await stack.call('POST', '/webhook_endpoints', { key, json }), 201).body as {
      id: string;
      secret: string;
    };
  }
  async function ping(endpoint: string): Promise<string> {
    return expectStatus(await stack.call('POST', `/webhook_endpoints/${endpoint}/test`, { key }), 201).body
      .id as string;
  }
  const patch = (endpoint: string, json: unknown) =>
    stack.call('PATCH', `/webhook_endpoints/${endpoint}`, { key, json }).then((answer) => expectStatus(answer, 200));
  const retry = (delivery: string) =>
    stack
      .call('POST', `/webhook_deliveries/${delivery}/retry`, { key })
      .then((answer) => expectStatus(answer, 200).body);

  async function read(endpoint: string, delivery: string) {
    const path = `/webhook_endpoints/${endpoint}/deliveries?limit=100`;
    const { data } = expectStatus(await stack.call('GET', path, { key }), 200).body;
    return data.find(({ id }: { id: string }) => id === delivery);
  }
  const readWhen = (endpoint: string, delivery: string, what: string, is: (found: Delivery) => boolean) =>
    eventually(what, async () => {
      const found = (await read(endpoint, delivery)) as Delivery;
      return is(found) ? found : null;
    });
  const arrived = (count: number) => eventually(`${count} requests`, () => receiver.received.length >= count);
  const workflow = (delivery: string) => env.client.workflow.getHandle(`delivery/${delivery}`);
  const started = (delivery: string) =>
    eventually('its workflow', () =>
      workflow(delivery)
        .describe()
        .then(
          () => true,
          () => false,
        ),
    );

  interface Delivery {
    status: string;
    attempts: number;
    next_attempt_at: string | null;
    last_attempt: { http_status: number; attempted_at: string } | null;
  }

  /** A delivery whose first attempt failed, and its endpoint. */
  async function failedOnce() {
    receiver.answerWith(() => 500);
    const endpoint = await createEndpoint();
    const delivery = await ping(endpoint.id);
    const first = await readWhen(endpoint.id, delivery, 'the first failure', ({ attempts }) => attempts === 1);
    await started(delivery);
    return { endpoint: endpoint.id, delivery, first };
  }

  /** Holds every answer back until it is called with the answer. */
  function holdAnswers(): (status: number) => void {
    const waiting: ((status: number) => void)[] = [];
    receiver.answerWith(() => new Promise((resolve) => waiting.push(resolve)));
    return (status) => waiting.shift()!(status);
  }

  it('succeeds by a retry, which is not counted and ends its schedule', async () => {
    const { endpoint, delivery } = await failedOnce();
    receiver.answerWith(() => 200);
    const retried = (await retry(delivery)) as Delivery;
    assert.equal(retried.status, 'pending');
    const after = await readWhen(endpoint, delivery, 'success', ({ status }) => status === 'succeeded');
    assert.deepEqual([after.attempts, after.next_attempt_at, after.last_attempt!.http_status], [1, null, 200]);
    await eventually(
      'the end of its workflow',
      async () => (await workflow(delivery).describe()).status.name === 'COMPLETED',
    );
    assert.equal(receiver.received.length, 2);
    assert.equal(new Set(receiver.received.map(({ headers, body }) => headers['webhook-id'] + body)).size, 1);
  });

  it('goes on with its schedule when a retry fails', async () => {
    const { endpoint, delivery, first } = await failedOnce();
    await retry(delivery);
    await arrived(2);
    const after = await readWhen(endpoint, delivery, 'the retry recorded', (found) => {
      return (
        found.next_attempt_at === first.next_attempt_at &&
        found.last_attempt!.attempted_at !== first.last_attempt!.attempted_at
      );
    });
    assert.deepEqual([after.status, after.attempts], ['pending', 1]);
    receiver.answerWith(() => 200);
    await workflow(delivery).result();
    const done = (await read(endpoint, delivery)) as Delivery;
    assert.deepEqual([done.status, done.attempts], ['succeeded', 2]);
    const lateMs = Date.parse(done.last_attempt!.attempted_at) - Date.parse(first.next_attempt_at!);
    assert.ok(lateMs >= 0 && lateMs < 2_000, `${lateMs} ms after it was due`);
  });

  it('that succeeded stays so when a retry fails, and the retry is shown', async () => {
    const endpoint = await createEndpoint();
    const delivery = await ping(endpoint.id);
    await readWhen(endpoint.id, delivery, 'success', ({ status }) => status === 'succeeded');
    const answer = holdAnswers();
    await retry(delivery);
    await arrived(2);
    const during = (await read(endpoint.id, delivery)) as Delivery;
    assert.equal(during.status, 'pending');
    const pending = `/webhook_endpoints/${endpoint.id}/deliveries?status=pending`;
    assert.equal((await stack.call('GET', pending, { key })).body.data.length, 1);
    answer(500);
    const after = await readWhen(
      endpoint.id,
      delivery,
      'the retry',
      ({ last_attempt }) => last_attempt!.http_status === 500,
    );
    assert.deepEqual([after.status, after.attempts, after.next_attempt_at], ['succeeded', 1, null]);
  });

  it('that failed for good succeeds by a retry', async () => {
    const { endpoint, delivery } = await failedOnce();
    await workflow(delivery).result();
    assert.equal(((await read(endpoint, delivery)) as Delivery).status, 'failed');
    await retry(delivery);
    await arrived(8);
    const failed = await readWhen(endpoint, delivery, 'the failed retry', ({ status }) => status === 'failed');
    assert.deepEqual([failed.attempts, failed.next_attempt_at], [7, null]);
    receiver.answerWith(() => 299);
    await retry(delivery);
    const after = await readWhen(endpoint, delivery, 'success', ({ status }) => status === 'succeeded');
    assert.equal(after.attempts, 7);
  });

  it('is sent by one attempt at a time: a retry follows one under way that fails', async () => {
    const answer = holdAnswers();
    const endpoint = await createEndpoint();
    const delivery = await ping(endpoint.id);
    await arrived(1);
    await retry(delivery);
    await retry(delivery);
    answer(500);
    await arrived(2);
    const between = (await read(endpoint.id, delivery)) as Delivery;
    assert.deepEqual([between.status, between.attempts], ['pending', 1]);
    answer(204);
    const after = await readWhen(endpoint.id, delivery, 'success', ({ status }) => status === 'succeeded');
    assert.equal(after.attempts, 1);
    await started(delivery);
    await workflow(delivery).result();
    assert.equal(receiver.received.length, 2);
  });

  it('is not sent again when the attempt under way succeeds', async () => {
    const answer = holdAnswers();
    const endpoint = await createEndpoint();
    const delivery = await ping(endpoint.id);
    await arrived(1);
    await retry(delivery);
    answer(200);
    await readWhen(endpoint.id, delivery, 'success', ({ status }) => status === 'succeeded');
    receiver.answerWith(() => 204);
    const later = await ping(endpoint.id);
    await readWhen(endpoint.id, later, 'a later one', ({ status }) => status === 'succeeded');
    assert.equal(receiver.received.length, 2);
  });

  it('has its scheduled attempt right after a retry under which it fell due', async () => {
    const { endpoint, delivery } = await failedOnce();
    const answer = holdAnswers();
    await retry(delivery);
    await arrived(2);
    await env.sleep('61 seconds');
    await eventually('the due attempt', () => isDue(delivery));
    assert.equal(receiver.received.length, 2);
    answer(500);
    await arrived(3);
    answer(204);
    await workflow(delivery).result();
    const after = (await read(endpoint, delivery)) as Delivery;
    assert.deepEqual([after.status, after.attempts], ['succeeded', 2]);
    assert.equal(receiver.received.length, 3);
  });

  async function isDue(delivery: string): Promise<boolean> {
    const row = await stack.service.db.sql
      .selectFrom('webhook_delivery')
      .select('schedule_due_at')
      .where('id', '=', delivery)
      .executeTakeFirstOrThrow();
    return row.schedule_due_at !== null;
  }

  it('is held while its endpoint is disabled, and goes out when that is enabled', async () => {
    const endpoint = await createEndpoint();
    receiver.answerWith(() => 500);
    const delivery = await launchDelivery(endpoint.id);
    const first = await readWhen(endpoint.id, delivery, 'the first failure', ({ attempts }) => attempts === 1);
    await started(delivery);
    await patch(endpoint.id, { enabled: false });
    await env.sleep('3 hours');
    await followServerClock();
    const held = (await read(endpoint.id, delivery)) as Delivery;
    assert.deepEqual([held.status, held.attempts, held.next_attempt_at], ['pending', 1, first.next_attempt_at]);
    assert.equal(receiver.received.length, 1);
    receiver.answerWith(() => 204);
    await patch(endpoint.id, { enabled: true });
    const after = await readWhen(endpoint.id, delivery, 'success', ({ status }) => status === 'succeeded');
    assert.equal(after.attempts, 2);
  });

  it('whose first attempt is held goes out when its endpoint is enabled; a ping is not held', async () => {
    const answer = holdAnswers();
    const endpoint = await createEndpoint();
    // While its room is taken, the launch's delivery waits unclaimed.
    const room = MAX_IN_FLIGHT.perEndpoint;
    await Promise.all(Array.from({ length: room }, () => ping(endpoint.id)));
    await arrived(room);
    const delivery = await launchDelivery(endpoint.id);
    await patch(endpoint.id, { enabled: false });
    for (let held = 0; held < room; held++) answer(204);
    receiver.answerWith(() => 204);
    const probe = await ping(endpoint.id);
    await readWhen(endpoint.id, probe, 'the ping', ({ status }) => status === 'succeeded');
    assert.equal(((await read(endpoint.id, delivery)) as Delivery).attempts, 0);
    await patch(endpoint.id, { enabled: true });
    await readWhen(endpoint.id, delivery, 'success', ({ status }) => status === 'succeeded');
  });

  it('is dropped with its endpoint, and its workflow ends', async () => {
    const { endpoint, delivery } = await failedOnce();
    expectStatus(await stack.call('DELETE', `/webhook_endpoints/${endpoint}`, { key }), 200);
    await eventually(
      'the end of its workflow',
      async () => (await workflow(delivery).describe()).status.name === 'COMPLETED',
    );
    await env.sleep('1 hour');
    assert.equal(receiver.received.length, 1);
  });

  /** Launches a project, whose event is delivered to the endpoint. @returns the delivery's id */
  async function launchDelivery(endpoint: string): Promise<string> {
    const { id } = await createReadyProject(stack.call, key);
    expectStatus(await stack.call('POST', `/projects/${id}/launch`, { key }), 200);
    const { data } = (await stack.call('GET', `/webhook_endpoints/${endpoint}/deliveries?limit=100`, { key })).body;
    return data.find(({ event_type }: { event_type: string }) => event_type === 'project.launched').id as string;
  }
});
