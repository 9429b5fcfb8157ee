import assert from 'node:assert/strict';
import { Client, Connection } from '@temporalio/client';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { startWorker } from '../../src/main/start-worker.ts';
import { adminOf, jsonOf } from '../admin/support/run-admin.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { startHangingSite } from '../support/hanging-site.ts';
import { silent } from '../support/service.ts';
import { startDevServer, workflowBundle, type TestStack } from '../support/temporal.ts';
import { startWaitingWorkflows, type WaitingWorkflows } from '../support/waiting-workflows.ts';

describe('a database that is restored without its Temporal', () => {
  let lost: TemporalServer;
  let empty: TemporalServer;
  let world: WaitingWorkflows;
  let connection: Connection;
  let client: Client;
  let site: Awaited<ReturnType<typeof startHangingSite>>;
  let ids: string[];

  before(async () => {
    [lost, empty] = await Promise.all([startDevServer(), startDevServer()]);
    site = await startHangingSite();
    world = await startWaitingWorkflows(lost.address, 0.05);
    await world.stack.worker.close();
    const { stack } = world;
    const { projectIntake: _ended, ...waiting } = world.ids;
    ids = [...Object.values(waiting), await createWhatIsBeingRead(stack)];
    await lost.stop();
    const config = { ...stack.config, temporalAddress: empty.address };
    stack.worker = await startWorker(config, stack.service, silent, await workflowBundle());
    connection = await Connection.connect({ address: empty.address });
    client = new Client({ connection });
  });
  after(async () => {
    await connection.close();
    await world.close();
    await site.close();
    await empty.stop();
  });

  /** A worker that closes waits until sites are read, so this one begins after that. @returns the workflow's id */
  async function createWhatIsBeingRead({ call, service }: TestStack): Promise<string> {
    const json = projectBody({ url: site.url });
    const { id } = expectStatus(await call('POST', '/projects', { key: world.testKey, json }), 201).body;
    await service.db.pool.query('delete from outbox'); // as they are once Temporal has the messages
    return workflowIds.intake(id as string);
  }

  const isRunning = async (id: string) => {
    const found = await client.workflow
      .getHandle(id)
      .describe()
      .catch(() => null);
    return found?.status.name === 'RUNNING';
  };

  it('gets every workflow back by one command, which may be repeated', async () => {
    assert.equal(await isRunning(world.ids.launch), false, 'nothing but the command brings it back');
    const admin = adminOf(world.stack.config.databaseUrl, { PUBLIC_URL: world.stack.config.publicUrl });
    const { woken } = await jsonOf(admin, 'workflows', 'restore');
    for (const kind of new Set(ids.map((id) => id.split('/')[0]!))) assert.ok(woken[kind] > 0, kind);
    for (const id of ids) await eventually(`${id} to run`, () => isRunning(id));
    const runs = await Promise.all(ids.map(async (id) => (await client.workflow.getHandle(id).describe()).runId));
    assert.deepEqual((await jsonOf(admin, 'workflows', 'restore')).woken, woken);
    await eventually('the messages of the second time to be out', async () => {
      const { rows } = await world.stack.service.db.pool.query(
        `select count(*) as count from outbox where kind = 'wake'`,
      );
      return rows[0].count === 0;
    });
    const again = await Promise.all(ids.map(async (id) => (await client.workflow.getHandle(id).describe()).runId));
    assert.deepEqual(again, runs, 'those that run are left to run');
  });
});
