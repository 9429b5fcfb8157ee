import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import { anyFreePort } from '../../dev/ports.ts';
import { listProcesses } from '../../dev/process-table.ts';
import { provideTemporalCli } from '../../dev/temporal-cli.ts';
import { startTemporalServer, type TemporalServer } from '../../dev/temporal-server.ts';
import { holdServer } from './support/holder.ts';

const accountId = defineSearchAttributeKey('AccountId', 'KEYWORD');

describe('startTemporalServer', () => {
  let executable: string;
  let folder: string;
  let port: number;
  let uiPort: number;
  let messages: string[];

  before(async function () {
    this.timeout(600_000);
    executable = await provideTemporalCli(process.env, console.error);
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'temporal-test-'));
    port = await anyFreePort();
    uiPort = await anyFreePort();
    messages = [];
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('serves its namespace and its web interface, and takes search attributes at once', async () => {
    const server = await start(false);
    try {
      assert.equal(server.namespace, 'default');
      assert.equal((await fetch(server.uiUrl)).status, 200);
      await startWorkflow(server.address, 'w1');
    } finally {
      await server.stop();
    }
    assert.deepEqual(await serversOn(port), []);
  });

  it('takes over from an owner killed with -9, with its workflows there, and registers new search attributes', async () => {
    const holder = await holdServer('hold-temporal.ts', [executable, folder, String(port), String(uiPort)]);
    await withClient(holder.report, (client) => client.workflow.start('any', { workflowId: 'w1', taskQueue: 'none' }));
    await holder.kill();
    assert.equal((await serversOn(port)).length, 1);

    const server = await start(true);
    try {
      assert.equal((await serversOn(port)).length, 1);
      assert.match(messages.join(), /left behind by an earlier run/);
      const status = await withClient(server.address, (client) => client.workflow.getHandle('w1').describe());
      assert.equal(status.status.name, 'RUNNING');
      await startWorkflow(server.address, 'w2');
    } finally {
      await server.stop();
    }
    assert.deepEqual(await serversOn(port), []);
  });

  it('refuses a folder on which a live process runs it', async () => {
    const server = await start(true);
    try {
      await assert.rejects(start(true), new RegExp(`in use by process ${process.pid}`));
    } finally {
      await server.stop();
    }
  });

  function start(persistent: boolean): Promise<TemporalServer> {
    const log = (message: string) => messages.push(message);
    const ports = { port: () => Promise.resolve(port), uiPort: () => Promise.resolve(uiPort) };
    return startTemporalServer({ executable, folder, ...ports, persistent, searchAttributes: [accountId], log });
  }
});

function startWorkflow(address: string, workflowId: string): Promise<unknown> {
  const typedSearchAttributes = new TypedSearchAttributes([{ key: accountId, value: 'acc_1' }]);
  return withClient(address, (client) =>
    client.workflow.start('any', { workflowId, taskQueue: 'none', typedSearchAttributes }),
  );
}

async function withClient<T>(address: string, use: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address });
  try {
    return await use(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

async function serversOn(port: number): Promise<unknown[]> {
  return (await listProcesses()).filter(
    ({ command }) => command.includes(' server start-dev ') && command.includes(` --port ${port} `),
  );
}
