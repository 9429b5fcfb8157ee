import assert from 'node:assert/strict';
import { Client, Connection } from '@temporalio/client';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import { startWorker } from '../../src/main/start-worker.ts';
import { adminOf, jsonOf } from '../admin/support/run-admin.ts';
import { eventually } from '../support/eventually.ts';
import { silent } from '../support/service.ts';
import { startDevServer, workflowBundle } from '../support/temporal.ts';
import { startWaitingWorkflows, type WaitingWorkflows } from '../support/waiting-workflows.ts';

describe('a database that is restored without its Temporal', () => {
  let lost: TemporalServer;
  let empty: TemporalServer;
  let world: WaitingWorkflows;
  let connection: Connection;
  let client: Client;

  before(async () => {
    [lost, empty] = await Promise.all([startDevServer(), startDevServer()]);
    world = await startWaitingWorkflows(lost.address, 0.05);
    await world.stack.worker.close();
    await lost.stop();
    const { stack } = world;
    const config = { ...stack.config, temporalAddress: empty.address };
    stack.worker = await startWorker(config, stack.service, silent, await workflowBundle());
    connection = await Connection.connect({ address: empty.address });
    client = new Client({ connection });
  });
  after(async () => {
    await connection.close();
    await world.close();
    await empty.stop();
  });

  const isRunning = async (id: string) => {
    const found = await client.workflow.getHandle(id).describe().catch(() => null);
    return found?.status.name === 'RUNNING';
  };

  it('gets every workflow back by one command, which may be repeated', async () => {
    const ids = Object.values(world.ids);
    assert.equal(await isRunning(world.ids.launch), false, 'nothing but the command brings it back');
    const admin = adminOf(world.stack.config.databaseUrl, { PUBLIC_URL: world.stack.config.publicUrl });
    const { woken } = await jsonOf(admin, 'workflows', 'restore');
    for (const kind of new Set(ids.map((id) => id.split('/')[0]!))) assert.ok(woken[kind] > 0, kind);
    for (const id of ids) await eventually(`${id} to run`, () => isRunning(id));
    const runs = await Promise.all(ids.map(async (id) => (await client.workflow.getHandle(id).describe()).runId));
    assert.deepEqual((await jsonOf(admin, 'workflows', 'restore')).woken, woken);
    await eventually('the messages of the second time to be out', async () => {
      const { rows } = await world.stack.service.db.pool.query(`select count(*) as count from outbox where kind = 'wake'`);
      return rows[0].count === 0;
    });
    const again = await Promise.all(ids.map(async (id) => (await client.workflow.getHandle(id).describe()).runId));
    assert.deepEqual(again, runs, 'those that run are left to run');
  });
});
