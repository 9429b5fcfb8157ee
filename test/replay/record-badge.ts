/** Records the history of a badge that is found, missing twice, and then counts as gone. Run it by hand. */
import { createServer } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { listenOnLoopback } from '../outbound/support/servers.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startTestPostgres, stopTestPostgres } from '../support/postgres.ts';
import { endTemporal } from '../support/temporal-runtime.ts';
import { startTestStack, startTimeSkipping } from '../support/temporal.ts';

const PATIENCE_MS = 120_000;

await startTestPostgres();
const env = await startTimeSkipping();
const stack = await startTestStack(env.address);
let page = '';
let requests = 0;
const site = await listenOnLoopback(
  createServer((_, response) => {
    requests++;
    response.end(page);
  }),
);
const key = (await stack.newAgency()).keys.test.full;
const { id } = await createReadyProject(stack.call, key, { url: `http://127.0.0.1:${site.port}` });
const { feed } = expectStatus(await stack.call('GET', `/projects/${id}/badge`, { key }), 200).body;
page = await (await fetch(feed.html_url)).text();
stack.clock.set(new Date(await env.currentTimeMs()));
expectStatus(await stack.call('POST', `/projects/${id}/badge/verify`, { key }), 200);
const handle = env.client.workflow.getHandle(workflowIds.badge(id));
await eventually('the workflow', () => handle.describe().catch(() => null), PATIENCE_MS);

for (const [shown, hours] of [
  [page, 175],
  ['', 175],
  ['', 25],
] as const) {
  page = shown;
  const before = requests;
  await env.sleep(`${hours} hours`);
  await eventually('a reading', () => requests > before, PATIENCE_MS);
}
await handle.result();
const file = new URL('./histories/badge.json', import.meta.url);
await writeFile(file, `${historyToJSON(await handle.fetchHistory())}\n`);

await stack.close();
await site.close();
await env.teardown();
await stopTestPostgres();
await endTemporal();
