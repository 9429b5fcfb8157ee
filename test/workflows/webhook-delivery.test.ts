import assert from 'node:assert/strict';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startTestStack, startTimeSkipping, type TestStack } from '../support/temporal.ts';
import { eventually } from '../support/eventually.ts';

const MINUTE_S = 60;
const HOUR_S = 3_600;
/** When each attempt starts, counted from the first. */
const ATTEMPT_TIMES_S = [0, 1, 6, 36, 156, 516, 1_956].map((minutes) => minutes * MINUTE_S);

describe('a webhook delivery', () => {
  let env: TestWorkflowEnvironment;
  let receiver: Receiver;
  let stack: TestStack;

  before(async () => {
    env = await startTimeSkipping();
    receiver = await startReceiver();
    stack = await startTestStack(env.address, receiver.settings);
  });
  after(async () => {
    await stack.close();
    await receiver.close();
    await env.teardown();
  });

  /** Launches a project whose agency has an endpoint for this one event, and returns the endpoint's id and key. */
  async function launchWithEndpoint(): Promise<{ endpoint: string; key: string }> {
    const key = (await stack.newAgency()).keys.test.full;
    const json = { url: receiver.url, events: ['project.launched'] };
    const endpoint = expectStatus(await stack.call('POST', '/webhook_endpoints', { key, json }), 201).body;
    const { id } = await createReadyProject(stack.call, key);
    expectStatus(await stack.call('POST', `/projects/${id}/launch`, { key }), 200);
    return { endpoint: endpoint.id as string, key };
  }

  async function deliveries({ endpoint, key }: { endpoint: string; key: string }) {
    const page = expectStatus(await stack.call('GET', `/webhook_endpoints/${endpoint}/deliveries`, { key }), 200);
    return page.body.data;
  }

  async function attemptTimesS(deliveryId: string): Promise<number[]> {
    const rows = await stack.service.db.sql
      .selectFrom('webhook_attempt')
      .select('attempted_at')
      .where('delivery_id', '=', deliveryId)
      .orderBy('attempt')
      .execute();
    return rows.map((row) => (row.attempted_at.getTime() - rows[0]!.attempted_at.getTime()) / 1_000);
  }

  it('is tried 7 times at exactly the times of the schedule, then fails', async () => {
    receiver.received.length = 0;
    receiver.answerWith(() => 500);
    const target = await launchWithEndpoint();
    const [first] = await eventually('the first attempt', async () => {
      const found = await deliveries(target);
      return found[0]?.attempts === 1 ? found : null;
    });
    assert.equal(first.status, 'pending');
    await eventually('the schedule', () => workflowExists(`delivery/${first.id}`));
    await env.client.workflow.getHandle(`delivery/${first.id}`).result();

    const [failed] = await deliveries(target);
    assert.equal(failed.status, 'failed');
    assert.equal(failed.attempts, 7);
    assert.equal(failed.next_attempt_at, null);
    assert.equal(failed.last_attempt.http_status, 500);
    assert.equal(failed.last_attempt.error, null);
    const times = await attemptTimesS(failed.id);
    assert.equal(times.length, 7);
    times.forEach((seconds, index) => assert.ok(Math.abs(seconds - ATTEMPT_TIMES_S[index]!) < 2, times.join()));
    assert.ok(times.at(-1)! > 32.5 * HOUR_S);
    const bodies = new Set(receiver.received.map((webhook) => webhook.body));
    const ids = new Set(receiver.received.map((webhook) => webhook.headers['webhook-id']));
    assert.equal(receiver.received.length, 7);
    assert.deepEqual([bodies.size, ids.size], [1, 1]);
  });

  it('ends with the first 2xx', async () => {
    let calls = 0;
    receiver.answerWith(() => (++calls < 3 ? 503 : 200));
    const target = await launchWithEndpoint();
    const delivery = await eventually('the first attempt', async () => (await deliveries(target))[0]);
    await eventually('the schedule', () => workflowExists(`delivery/${delivery.id}`));
    await env.client.workflow.getHandle(`delivery/${delivery.id}`).result();
    const [succeeded] = await deliveries(target);
    assert.equal(succeeded.status, 'succeeded');
    assert.equal(succeeded.attempts, 3);
    assert.equal(succeeded.last_attempt.http_status, 200);
  });

  it('starts no workflow when the first attempt succeeds', async () => {
    receiver.answerWith(() => 204);
    const target = await launchWithEndpoint();
    const delivery = await eventually('success', async () => {
      const [found] = await deliveries(target);
      return found?.status === 'succeeded' ? found : null;
    });
    assert.equal(delivery.attempts, 1);
    assert.equal(await workflowExists(`delivery/${delivery.id}`), false);
  });

  async function workflowExists(id: string): Promise<boolean> {
    return env.client.workflow
      .getHandle(id)
      .describe()
      .then(
        () => true,
        () => false,
      );
  }
});
