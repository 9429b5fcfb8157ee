import assert from 'node:assert/strict';
import { anyFreePort } from '../../../dev/ports.ts';
import { readDevConfig } from '../../../src/config.ts';
import { createAgency, type Agency } from '../../../src/main/agency.ts';
import {
  startTimeSkippingStack,
  type TimeSkippingOptions,
  type TimeSkippingStack,
} from '../../../src/main/time-skipping-stack.ts';
import { createApiClient, type Call } from '../../support/api-client.ts';
import { createResponseCheck } from '../../support/conformance.ts';
import { silent } from '../../support/service.ts';
import { workflowBundle } from '../../support/temporal.ts';

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** A time-skipping stack, its API and its operations port. */
export interface Skippable {
  stack: TimeSkippingStack;
  call: Call;
  newAgency(): Promise<Agency>;
  post(path: string, body: unknown): Promise<Answer>;
  /** Skips, and gives the stack's time after it. */
  skip(by: string): Promise<Date>;
  now(): Promise<Date>;
  close(): Promise<void>;
}

/** A stack beside others, at ports of its own. */
export async function skippableOptions(): Promise<TimeSkippingOptions> {
  const names = ['PORT', 'INBOUND_MAIL_PORT', 'OPERATIONS_PORT'];
  const ports = await Promise.all(names.map(async (name) => [name, String(await anyFreePort())] as const));
  return {
    dev: readDevConfig({ ...process.env, ...Object.fromEntries(ports) }),
    log: silent,
    say: () => undefined,
    workflowBundle: await workflowBundle(),
  };
}

export async function startSkippable(): Promise<Skippable> {
  const stack = await startTimeSkippingStack(await skippableOptions());
  const baseUrl = `${stack.config.publicUrl}/v1`;
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Parameters<typeof createResponseCheck>[0];
  const client = createApiClient(baseUrl, createResponseCheck(document));
  const post = async (path: string, body: unknown): Promise<Answer> => {
    const response = await fetch(`${stack.operations.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  return {
    stack,
    call: client.call,
    newAgency: () =>
      createAgency(stack.service, { name: 'Test agency', ownerEmail: 'owner@agency.example', liveLaunches: 5 }),
    post,
    async skip(by) {
      const { status, body } = await post('/skip', { by });
      assert.equal(status, 200, JSON.stringify(body));
      return new Date(String(body.now));
    },
    async now() {
      const { now } = (await (await fetch(`${stack.operations.url}/now`)).json()) as { now: string };
      return new Date(now);
    },
    async close() {
      await client.close();
      await stack.close();
    },
  };
}
