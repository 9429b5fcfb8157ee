import assert from 'node:assert/strict';
import { Client, Connection } from '@temporalio/client';
import type { WorkflowBundle } from '@temporalio/worker';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import type { Scope } from '../../src/db/scope.ts';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import type { Running } from '../../src/main/service.ts';
import { startWorker } from '../../src/main/start-worker.ts';
import { writeOutbox } from '../../src/outbox/record.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';
import { recordEvents } from '../support/missed-events.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { silent, startTestService, type TestService } from '../support/service.ts';
import { startDevServer, workflowBundle } from '../support/temporal.ts';
import { bundleChangedWorkflows } from './support/changed-workflows.ts';

const PATCH = 'reads-again';
/** Of Temporal's `WorkflowTaskFailedCause`. */
const NON_DETERMINISTIC_ERROR = 24;
/** Deliveries that begin in each phase. */
const COUNT = 3;

/** What a version to come might do: it reads a delivery once more right before an attempt. */
const CHANGES = [
  {
    from: "const isDueAtOnce = patched('due-at-once');",
    to: `const isDueAtOnce = patched('due-at-once'); const readsAgain = patched('${PATCH}');`,
  },
  {
    from: 'await dispatcher.attemptDelivery(...attempt);',
    to: 'if (readsAgain) await database.readDelivery(deliveryId); await dispatcher.attemptDelivery(...attempt);',
  },
];

describe('new workflow code under running workflows', () => {
  let temporal: TemporalServer;
  let receiver: Receiver;
  let api: TestService;
  let client: Client;
  let scope: Scope;
  let changed: WorkflowBundle;
  const workers = new Set<Running>();

  before(async () => {
    [temporal, receiver, changed] = await Promise.all([
      startDevServer(),
      startReceiver(),
      workflowBundle().then(() => bundleChangedWorkflows('webhook-delivery.ts', CHANGES)),
    ]);
    api = await startTestService({ ...receiver.settings, TEMPORAL_ADDRESS: temporal.address });
    const { accountId, keys } = await api.newAgency();
    scope = { account_id: accountId, livemode: false };
    const json = { url: receiver.url };
    expectStatus(await api.call('POST', '/webhook_endpoints', { key: keys.test.full, json }), 201);
    client = new Client({ connection: await Connection.connect({ address: temporal.address }) });
    receiver.answerWith(() => 500);
  });
  after(async () => {
    await Promise.all([...workers].map((worker) => worker.close()));
    await client.connection.close();
    await api.close();
    await receiver.close();
    await temporal.stop();
  });

  it('goes on with every run on either version, and with none that took the new way only while the new one is away', async () => {
    const old = await start(await workflowBundle());
    const begunOnOld = await newDeliveries();

    const fresh = await start(changed);
    await attemptOnce(begunOnOld);
    await stop(old);
    const begunOnNew = await newDeliveries();
    await attemptOnce([...begunOnOld, ...begunOnNew]);
    assert.deepEqual(await runningWith(`TemporalChangeVersion = "${PATCH}"`), begunOnNew);
    assert.deepEqual(await runningWith(`TemporalChangeVersion != "${PATCH}"`), begunOnOld);

    const rolledBack = await start(await workflowBundle());
    await stop(fresh);
    await attemptOnce(begunOnOld);
    await makeDue(begunOnNew);
    for (const id of begunOnNew) await eventually('a task that fails', async () => (await failedTasks(id)).length > 0);
    assert.deepEqual(
      await attemptsOf(begunOnNew),
      begunOnNew.map(() => 2),
    );

    receiver.answerWith(() => 204);
    await start(changed);
    await makeDue(begunOnOld);
    await eventually('every delivery to succeed', () => areAll('succeeded'));
    await stop(rolledBack);
    for (const id of [...begunOnOld, ...begunOnNew]) {
      await client.workflow.getHandle(workflowIds.delivery(id)).result();
      const causes = new Set(await failedTasks(id));
      assert.deepEqual([...causes], begunOnNew.includes(id) ? [NON_DETERMINISTIC_ERROR] : []);
    }
  });

  async function start(bundle: WorkflowBundle): Promise<Running> {
    const worker = await startWorker(api.config, api.service, silent, bundle);
    workers.add(worker);
    return worker;
  }

  async function stop(worker: Running): Promise<void> {
    workers.delete(worker);
    await worker.close();
  }

  /** Deliveries whose first attempt has failed and whose workflows wait for the second. */
  async function newDeliveries(): Promise<string[]> {
    const events = await recordEvents(api.service, scope, 'project.completed', COUNT);
    const { rows } = await api.service.db.pool.query<{ id: string }>(
      'select id from webhook_delivery where event_id = any($1) order by id',
      [events],
    );
    const ids = rows.map(({ id }) => id);
    for (const id of ids) await eventually('a workflow that waits', () => isWaiting(id));
    return ids;
  }

  const isWaiting = async (id: string) => {
    const history = await client.workflow
      .getHandle(workflowIds.delivery(id))
      .fetchHistory()
      .catch(() => null);
    return history?.events?.some(({ timerStartedEventAttributes: timer }) => timer);
  };

  /** Has one attempt more made of each, by the workers that run now. */
  async function attemptOnce(ids: string[]): Promise<void> {
    const before = await attemptsOf(ids);
    await makeDue(ids);
    await eventually('an attempt of each', async () =>
      (await attemptsOf(ids)).every((attempts, index) => attempts === before[index]! + 1),
    );
  }

  async function makeDue(ids: string[]): Promise<void> {
    await api.service.db.pool.query('update webhook_delivery set next_attempt_at = $2 where id = any($1)', [
      ids,
      api.clock.now(),
    ]);
    await writeOutbox(
      api.service.db.sql,
      ids.map((id) => ({ kind: 'wake', target: workflowIds.delivery(id) })),
    );
    api.service.wake('outbox');
  }

  async function attemptsOf(ids: string[]): Promise<number[]> {
    const { rows } = await api.service.db.pool.query<{ attempts: number }>(
      'select attempts from webhook_delivery where id = any($1) order by id',
      [ids],
    );
    return rows.map(({ attempts }) => attempts);
  }

  async function areAll(status: string): Promise<boolean> {
    const { rowCount } = await api.service.db.pool.query('select 1 from webhook_delivery where status <> $1', [status]);
    return rowCount === 0;
  }

  /** The deliveries whose running workflows a query of the Temporal UI finds. */
  async function runningWith(query: string): Promise<string[]> {
    const all = `WorkflowType = "webhookDelivery" AND ExecutionStatus = "Running" AND ${query}`;
    return eventually(query, async () => {
      const ids: string[] = [];
      for await (const run of client.workflow.list({ query: all })) ids.push(run.workflowId.replace('delivery/', ''));
      return ids.length === COUNT && ids.toSorted();
    });
  }

  /** Why tasks of a delivery's workflow failed. */
  async function failedTasks(id: string): Promise<unknown[]> {
    const { events } = await client.workflow.getHandle(workflowIds.delivery(id)).fetchHistory();
    return (events ?? []).flatMap(({ workflowTaskFailedEventAttributes: failed }) => (failed ? [failed.cause] : []));
  }
});
