import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { sweepAssets } from '../../src/services/images/sweep-assets.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { eventually } from '../support/eventually.ts';
import { readFeed } from '../support/feed.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { startDevServer, workflowBundle } from '../support/temporal.ts';
import { connectionOf, ended } from './worker-process.ts';

const STEPS = [
  'before the file is stored',
  'after the file is stored',
  'before the commit',
  'after the commit',
] as const;
export type ReportStep = (typeof STEPS)[number];

const PATIENCE_MS = 120_000;
const SWEPT_AFTER_MS = 2 * 60 * 60 * 1_000;

describe('a report whose worker is killed with -9', () => {
  let folder: string;
  let temporal: TemporalServer;
  let client: Client;
  let api: TestService;
  let key: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'listing-bundle-'));
    await writeFile(join(folder, 'workflows.cjs'), (await workflowBundle()).code);
    temporal = await startDevServer();
    client = new Client({ connection: await Connection.connect({ address: temporal.address }) });
    api = await startTestService({ TEMPORAL_ADDRESS: temporal.address });
    key = (await api.newAgency()).keys.test.full;
  });
  after(async () => {
    await api.close();
    await client.connection.close();
    await temporal.stop();
    await rm(folder, { recursive: true });
  });

  it('at any step is ready once, with one event and one file', async () => {
    const children: ChildProcess[] = [];
    try {
      for (const [index, step] of STEPS.entries()) {
        await request(index % 2 === 0 ? 'xlsx' : 'pdf', index > 1);
        children.push(start(step));
        assert.equal(await ended(children.at(-1)!), 'SIGKILL', step);
      }
      children.push(start());
      await eventually('every report to be ready', async () => (await reports()).every(isReady), PATIENCE_MS);
      await eventually('every workflow to know it', () => allWaitToDelete(), PATIENCE_MS);
    } finally {
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(children.map(ended));
    }
    const built = await reports();
    const events = (await readFeed(api.call, key)).filter(({ type }) => type.startsWith('report.'));
    assert.deepEqual(
      events.map(({ type }) => type),
      STEPS.map(() => 'report.ready'),
    );
    assert.equal(new Set(events.map(({ data }) => (data.object as { id: string }).id)).size, STEPS.length);
    for (const { id } of built) expectStatus(await api.call('GET', `/reports/${id}/file`, { key }), 200);

    const files = () => readdir(join(api.storageFolder, 'reports'));
    assert.ok((await files()).length > STEPS.length, 'tries that died left files');
    await sweepAssets(api.service, new Date(Date.now() + SWEPT_AFTER_MS), 500);
    assert.deepEqual((await files()).toSorted(), built.map(({ asset_key }) => asset_key!.slice(8)).toSorted());
  }).timeout(240_000);

  async function request(format: string, include_logins: boolean): Promise<void> {
    const { id } = await createReadyProject(api.call, key);
    expectStatus(await api.call('POST', `/projects/${id}/reports`, { key, json: { format, include_logins } }), 201);
  }

  function start(step?: ReportStep): ChildProcess {
    return fork(fileURLToPath(new URL('./crashing-reports.ts', import.meta.url)), {
      env: {
        ...process.env,
        ...connectionOf(api),
        TEMPORAL_ADDRESS: temporal.address,
        BUNDLE: join(folder, 'workflows.cjs'),
        ...(step && { CRASH_STEP: step }),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }

  /** No build goes on or is still to be repeated. */
  async function allWaitToDelete(): Promise<boolean> {
    const handles = (await reports()).map(({ id }) => client.workflow.getHandle(workflowIds.report(id)));
    const described = await Promise.all(handles.map((handle) => handle.describe()));
    return described.every(({ raw }) => raw.pendingActivities?.length === 0);
  }

  const reports = () => api.service.db.sql.selectFrom('report').selectAll().execute();
  const isReady = ({ status }: { status: string }) => status === 'ready';
});
