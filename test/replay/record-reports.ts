/**
 * Records the histories of a report that becomes ready and whose file is deleted, of one that cannot be built, and of a
 * sweep of all that is kept for a time. Run it by hand.
 */
import { writeFile } from 'node:fs/promises';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { TASK_QUEUES } from '../../src/domain/task-queues.ts';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { changeBrand } from '../../src/services/accounts/account-brand.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startTestPostgres, stopTestPostgres } from '../support/postgres.ts';
import { endTemporal } from '../support/temporal-runtime.ts';
import { startTestStack, startTimeSkipping } from '../support/temporal.ts';

await startTestPostgres();
const env = await startTimeSkipping();
const stack = await startTestStack(env.address);
const { accountId, keys } = await stack.newAgency();
const key = keys.test.full;
const { workflow } = env.client;

const request = async () => {
  const { id } = await createReadyProject(stack.call, key);
  const json = { format: 'pdf' };
  const report = expectStatus(await stack.call('POST', `/projects/${id}/reports`, { key, json }), 201).body;
  const handle = workflow.getHandle(workflowIds.report(report.id as string));
  await eventually('the workflow', () => handle.describe().catch(() => null));
  return handle;
};
const ready = await request();
await ready.result();
await changeBrand(stack.service, accountId, { logo: { png: Buffer.from('none'), width: 1, height: 1 } });
const failed = await request();
await failed.result();
const retention = await workflow.start('retention', { taskQueue: TASK_QUEUES.listings, workflowId: 'retention' });
await retention.result();

for (const [name, handle] of Object.entries({ report: ready, failedReport: failed, presentRetention: retention })) {
  const file = new URL(`./histories/${name}.json`, import.meta.url);
  await writeFile(file, `${historyToJSON(await handle.fetchHistory())}\n`);
}

await stack.close();
await env.teardown();
await stopTestPostgres();
await endTemporal();
