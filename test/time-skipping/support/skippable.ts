import assert from 'node:assert/strict';
import { anyFreePort } from '../../../dev/ports.ts';
import { readDevConfig } from '../../../src/config.ts';
import { createAgency, type Agency } from '../../../src/main/agency.ts';
import { startTimeSkippingStack, type TimeSkippingStack } from '../../../src/main/time-skipping-stack.ts';
import { createApiClient, type Call } from '../../support/api-client.ts';
import { createResponseCheck } from '../../support/conformance.ts';
import { silent } from '../../support/service.ts';
import { workflowBundle } from '../../support/temporal.ts';

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Speaks to a time-skipping stack's API and operations port. */
export interface SkippableClient {
  call: Call;
  post(path: string, body: unknown): Promise<Answer>;
  /** Skips, and gives the stack's time after it. */
  skip(by: string): Promise<Date>;
  now(): Promise<Date>;
  close(): Promise<void>;
}

/** A time-skipping stack in this process. */
export interface Skippable extends SkippableClient {
  stack: TimeSkippingStack;
  newAgency(): Promise<Agency>;
}

/** The settings of a stack beside others, at ports of its own. */
export async function freePorts(): Promise<Record<string, string>> {
  const names = ['PORT', 'INBOUND_MAIL_PORT', 'OPERATIONS_PORT'];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, String(await anyFreePort())])));
}

export async function startSkippable(): Promise<Skippable> {
  const stack = await startTimeSkippingStack({
    dev: readDevConfig({ ...process.env, ...(await freePorts()) }),
    log: silent,
    say: () => undefined,
    workflowBundle: await workflowBundle(),
  });
  const client = await connectTo(`${stack.config.publicUrl}/v1`, stack.operations.url);
  const account = { name: 'Test agency', ownerEmail: 'owner@agency.example', liveLaunches: 5 };
  return {
    ...client,
    stack,
    newAgency: () => createAgency(stack.service, account),
    async close() {
      await client.close();
      await stack.close();
    },
  };
}

export async function connectTo(baseUrl: string, operationsUrl: string): Promise<SkippableClient> {
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Parameters<typeof createResponseCheck>[0];
  const client = createApiClient(baseUrl, createResponseCheck(document));
  const post = async (path: string, body: unknown): Promise<Answer> => {
    const response = await fetch(`${operationsUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  return {
    ...client,
    post,
    async skip(by) {
      const { status, body } = await post('/skip', { by });
      assert.equal(status, 200, JSON.stringify(body));
      return new Date(String(body.now));
    },
    async now() {
      const { now } = (await (await fetch(`${operationsUrl}/now`)).json()) as { now: string };
      return new Date(now);
    },
  };
}
