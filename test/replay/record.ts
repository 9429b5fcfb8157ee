/**
 * Records one history of every workflow type, or of those that are named, to be replayed by every later version of the
 * code. Run it by hand.
 */
import { writeFile } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { readAnnouncements } from '../../src/services/catalog/announce-directories.ts';
import { editDirectory } from '../../src/services/catalog/change-catalog.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import { eventually } from '../support/eventually.ts';
import { startTestPostgres, stopTestPostgres } from '../support/postgres.ts';
import { endTemporal } from '../support/temporal-runtime.ts';
import { startDevServer } from '../support/temporal.ts';
import { startWaitingWorkflows } from '../support/waiting-workflows.ts';

await startTestPostgres();
const server = await startDevServer();
const connection = await Connection.connect({ address: server.address });
const client = new Client({ connection });
const workflows = await startWaitingWorkflows(server.address, 3);

await client.workflow
  .getHandle(workflows.ids.liveListing)
  .executeUpdate('reportOutcome', { args: [{ to: 'live', live_url: 'https://directory.example/acme' }] });
const http = client.workflow.getHandle(workflows.ids.httpListing);
workflows.directory.answerWith(() => ({ status: 201 }));
await eventually('the listing by HTTP to be submitted', async () => {
  const { typedSearchAttributes } = await http.describe();
  if (typedSearchAttributes.get(searchAttributes.listingStatus) === 'submitted') return true;
  // Refused while a try is under way.
  await http.executeUpdate('retry').catch(() => undefined);
  return false;
});
const listing = workflows.ids.listing.replace('listing/', '');
await eventually(
  'the listing to end',
  async () => {
    const row = await workflows.stack.service.db.sql
      .selectFrom('listing')
      .select('status')
      .where('id', '=', listing)
      .executeTakeFirstOrThrow();
    return row.status === 'live' || row.status === 'not_accepted';
  },
  90_000,
);

const { service } = workflows.stack;
await eventually('three batches of a replay', async () => {
  const row = await service.db.sql.selectFrom('webhook_replay').select('created').executeTakeFirstOrThrow();
  return row.created >= 3;
});
const replay = client.workflow.getHandle(workflows.ids.webhookReplay);
await replay.cancel();
await replay.result().catch(() => undefined);

await editDirectory(service, 'trustpilot', { open: false });
await editDirectory(service, 'trustpilot', { open: true });
await eventually('the end of an announcement', async () => (await readAnnouncements(service.db.sql)).length === 0);

const ids = {
  ...workflows.ids,
  retention: await runOf('retention', 'retention'),
  directoryRatings: await runOf('directory-ratings', 'directoryRatings'),
};
const named = process.argv.slice(2);
for (const [name, id] of Object.entries(ids).filter(([name]) => named.length === 0 || named.includes(name))) {
  const history = await client.workflow.getHandle(id).fetchHistory();
  const file = new URL(`./histories/${name}.json`, import.meta.url);
  await writeFile(file, `${historyToJSON(history)}\n`);
}

await workflows.close();
await connection.close();
await server.stop();
await stopTestPostgres();
await endTemporal();

/** Triggers a schedule, and returns the id of a run that has ended. */
async function runOf(schedule: string, workflowType: string): Promise<string> {
  await client.schedule.getHandle(schedule).trigger();
  return eventually(`a run of ${schedule}`, async () => {
    for await (const run of client.workflow.list({ query: `WorkflowType = "${workflowType}"` })) {
      if (run.status.name === 'COMPLETED') return run.workflowId;
    }
    return null;
  });
}
