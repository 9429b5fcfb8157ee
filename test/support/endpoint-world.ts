import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { WorkflowHandle } from '@temporalio/client';
import type { Environment } from '../../src/config.ts';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import type { WebhookEndpointObject } from '../../src/resources/webhook-endpoint.ts';
import { eventually } from './eventually.ts';
import { expectStatus } from './factories.ts';
import { workflowMetadata } from './operator.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { startTestStack, startTimeSkipping, type TestStack } from './temporal.ts';

export interface FailingEndpoint {
  id: string;
  key: string;
}

/** A stack that can skip time, with endpoints that fail. */
export interface EndpointWorld {
  env: TestWorkflowEnvironment;
  stack: TestStack;
  receiver: Receiver;
  /** Sets the service's clock to the time of the workflows, and lets the receiver answer every webhook so. */
  begin(status: number): Promise<void>;
  /** A new endpoint, with a secret in its query, whose first events fail. */
  failing(events: number): Promise<FailingEndpoint>;
  ping(endpoint: FailingEndpoint): Promise<void>;
  /** Sends so many events, and waits until each was tried. */
  fail(endpoint: FailingEndpoint, events: number): Promise<void>;
  read(endpoint: FailingEndpoint): Promise<WebhookEndpointObject>;
  failingSince(endpoint: FailingEndpoint): Promise<Date | null>;
  workflow(endpoint: FailingEndpoint): WorkflowHandle;
  details(endpoint: FailingEndpoint): Promise<string>;
  close(): Promise<void>;
}

/** @param settings beside those under which the receiver is reached */
export async function startEndpointWorld(settings: Environment = {}): Promise<EndpointWorld> {
  const env = await startTimeSkipping();
  const receiver = await startReceiver();
  const stack = await startTestStack(env.address, { ...receiver.settings, ...settings });
  const { call, service } = stack;

  async function attempts({ id }: FailingEndpoint): Promise<number> {
    const rows = await service.db.sql
      .selectFrom('webhook_attempt')
      .select('id')
      .where('endpoint_id', '=', id)
      .execute();
    return rows.length;
  }

  const world: EndpointWorld = {
    env,
    stack,
    receiver,
    async begin(status) {
      stack.clock.set(new Date(await env.currentTimeMs()));
      receiver.answerWith(() => status);
    },
    async failing(events) {
      const key = (await stack.newAgency()).keys.test.full;
      const json = { url: `${receiver.url}?token=hush`, events: ['report.ready'], description: 'Orders' };
      const { id } = expectStatus(await call('POST', '/webhook_endpoints', { key, json }), 201).body;
      const endpoint = { id: id as string, key };
      await world.fail(endpoint, events);
      await eventually('the first look', async () => (await world.details(endpoint)) !== '');
      return endpoint;
    },
    async ping({ id, key }) {
      expectStatus(await call('POST', `/webhook_endpoints/${id}/test`, { key }), 201);
    },
    async fail(endpoint, events) {
      const before = await attempts(endpoint);
      for (let index = 0; index < events; index++) await world.ping(endpoint);
      await eventually('the attempts', async () => (await attempts(endpoint)) >= before + events);
    },
    read: async ({ id, key }) => expectStatus(await call('GET', `/webhook_endpoints/${id}`, { key }), 200).body,
    async failingSince({ id }) {
      const row = await service.db.sql
        .selectFrom('webhook_endpoint')
        .select('failing_since')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return row.failing_since;
    },
    workflow: ({ id }) => env.client.workflow.getHandle(workflowIds.endpoint(id)),
    details: async ({ id }) => (await workflowMetadata(env.client, workflowIds.endpoint(id)))?.currentDetails ?? '',
    async close() {
      await stack.close();
      await receiver.close();
      await env.teardown();
    },
  };
  return world;
}
