import assert from 'node:assert/strict';
import { Connection } from '@temporalio/client';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { eventually } from '../support/eventually.ts';
import { readFeed } from '../support/feed.ts';
import { checkFeed } from '../support/ledger.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { connectionOf, ended, startWorkerProcess, type CrashPoint } from './worker-process.ts';

const OUTCOMES = ['live', 'live_at_once', 'live_without_link', 'declined', 'unavailable', 'action_then_live'];
const ENDS = { live: 4, not_accepted: 2 };
const FINISH_MS = 90_000;

/**
 * Launches a project on six directories, one of each outcome, kills the worker at a point of its work, lets another one
 * finish, and checks that everything ended as if nothing had happened.
 *
 * @param namespace of its own on the development server
 * @returns whether the worker came as far as its crash point
 */
export async function runLaunchWithCrash(
  server: { address: string; bundle: string },
  namespace: string,
  crash: CrashPoint,
): Promise<boolean> {
  await registerNamespace(server.address, namespace);
  const receiver = await startReceiver();
  const settings = {
    ...receiver.settings,
    TEMPORAL_ADDRESS: server.address,
    TEMPORAL_NAMESPACE: namespace,
    SIMULATION_PACE: '100',
  };
  const api = await startTestService(settings);
  const { accountId, keys } = await api.newAgency();
  const key = keys.test.full;
  const workerSettings = { ...settings, ...connectionOf(api) };
  const crashing = startWorkerProcess(workerSettings, server.bundle, crash);
  let healthy: ReturnType<typeof startWorkerProcess> | undefined;
  try {
    await keepOneDirectoryOfEachOutcome(api);
    const json = { url: receiver.url };
    expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201);
    const { id } = await createReadyProject(api.call, key);
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key, json: { auto_replace: false } }), 200);

    const crashed = await Promise.race([ended(crashing).then(() => true), completed(api, id).then(() => false)]);
    healthy = startWorkerProcess(workerSettings, server.bundle);
    await completed(api, id);
    await eventually('empty queues', () => nothingIsLeft(api), FINISH_MS);

    const project = expectStatus(await api.call('GET', `/projects/${id}`, { key }), 200).body;
    assert.equal(project.progress.live, ENDS.live);
    assert.equal(project.progress.not_accepted, ENDS.not_accepted);
    const feed = await readFeed(api.call, key);
    checkFeed(feed);
    assert.deepEqual(
      new Set(receiver.received.map(({ event }) => event.id)),
      new Set(feed.map(({ id: event }) => event)),
    );
    const account = expectStatus(await api.call('GET', '/account', { key }), 200).body;
    assert.deepEqual(account.launches, { available: 99, used: 1, total: 100 }, accountId);
    assert.equal(account.capacity.in_flight, 0);
    return crashed;
  } finally {
    for (const child of [crashing, healthy]) child?.kill('SIGKILL');
    await ended(crashing);
    if (healthy) await ended(healthy);
    await api.close();
    await receiver.close();
  }
}

async function keepOneDirectoryOfEachOutcome({ service }: TestService): Promise<void> {
  for (const outcome of OUTCOMES) {
    const { id } = await service.db.sql
      .selectFrom('directory')
      .select('id')
      .where('simulated_outcome', '=', outcome as 'live')
      .where('accepts', '=', 'any')
      .where('open', '=', true)
      .where((where) => where(where.fn<number>('cardinality', ['categories']), '=', 0))
      .where((where) => where(where.fn<number>('cardinality', ['pricing_models']), '=', 0))
      .where((where) => where(where.fn<number>('cardinality', ['requirements']), '=', 0))
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await service.db.sql
      .updateTable('directory')
      .set({ slug: `kept-${outcome}` })
      .where('id', '=', id)
      .execute();
  }
  await service.db.sql.updateTable('directory').set({ open: false }).where('slug', 'not like', 'kept-%').execute();
}

function completed({ service }: TestService, projectId: string): Promise<unknown> {
  return eventually(
    'the project to complete with every listing at its end',
    async () => {
      const { progress } = await service.db.sql
        .selectFrom('project')
        .select('progress')
        .where('id', '=', projectId)
        .executeTakeFirstOrThrow();
      return progress?.live === ENDS.live && progress.not_accepted === ENDS.not_accepted;
    },
    FINISH_MS,
  );
}

/** Whether every message is published and every delivery made. */
async function nothingIsLeft({ service }: TestService): Promise<boolean> {
  const messages = await service.db.sql.selectFrom('outbox').select('id').execute();
  const due = await service.db.sql
    .selectFrom('webhook_delivery')
    .select('id')
    .where('status', '<>', 'succeeded')
    .execute();
  return messages.length === 0 && due.length === 0;
}

async function registerNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address });
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  await eventually('the namespace', async () => {
    const described = await connection.workflowService.describeNamespace({ namespace }).catch(() => null);
    return described !== null;
  });
  await connection.close();
}
