import assert from 'node:assert/strict';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';
import { startReceiver, type ReceivedWebhook, type Receiver } from '../support/receiver.ts';
import { startTestStack, startTimeSkipping, type TestStack } from '../support/temporal.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Time is not skipped here: a receiver refuses what is not of its own time. */
describe('the signature of a webhook', () => {
  let env: TestWorkflowEnvironment;
  let receiver: Receiver;
  let stack: TestStack;
  let key: string;
  let endpoint: string;
  let first: string;

  before(async () => {
    env = await startTimeSkipping();
    receiver = await startReceiver();
    stack = await startTestStack(env.address, receiver.settings);
  });
  beforeEach(async () => {
    key = (await stack.newAgency()).keys.test.full;
    const json = { url: receiver.url };
    const { body } = expectStatus(await stack.call('POST', '/webhook_endpoints', { key, json }), 201);
    [endpoint, first] = [body.id as string, body.secret as string];
  });
  after(async () => {
    await stack.close();
    await receiver.close();
    await env.teardown();
  });

  it("is made with the endpoint's secret", async () => {
    const webhook = await receivePing();
    assert.deepEqual(verifying(webhook, [first, (await createOther()).secret]), [first]);
  });

  it('is made with both secrets for a day after a rotation, then with the new one alone', async () => {
    const second = await rotateSecret(DAY_MS - MINUTE_MS);
    assert.deepEqual(verifying(await receivePing(), [first, second]), [first, second]);
    const third = await rotateSecret(DAY_MS);
    assert.deepEqual(verifying(await receivePing(), [first, second, third]), [third]);
  });

  it('is made with the last two secrets when they are rotated again within the day', async () => {
    const [second, third] = [await rotateSecret(0), await rotateSecret(0)];
    assert.deepEqual(verifying(await receivePing(), [first, second, third]), [second, third]);
  });

  async function createOther(): Promise<{ secret: string }> {
    const json = { url: receiver.url, events: ['report.*'] };
    return expectStatus(await stack.call('POST', '/webhook_endpoints', { key, json }), 201).body as { secret: string };
  }

  /** Gives the endpoint a secret that is as old as this. */
  async function rotateSecret(ageMs: number): Promise<string> {
    stack.clock.advance(-ageMs);
    const rotated = await stack.call('POST', `/webhook_endpoints/${endpoint}/rotate_secret`, { key });
    stack.clock.advance(ageMs);
    return expectStatus(rotated, 200).body.secret as string;
  }

  async function receivePing(): Promise<ReceivedWebhook> {
    const { event } = expectStatus(await stack.call('POST', `/webhook_endpoints/${endpoint}/test`, { key }), 201).body;
    return eventually('the ping', () => receiver.received.find(({ headers }) => headers['webhook-id'] === event));
  }
});

/** Those of the secrets that a receiver can verify a webhook with. */
function verifying({ headers, body }: ReceivedWebhook, secrets: string[]): string[] {
  return secrets.filter((secret) => {
    try {
      return new Webhook(secret).verify(body, headers);
    } catch {
      return false;
    }
  });
}
