/** Records the history of a webhook endpoint whose owner is warned, and which is then disabled. Run it by hand. */
import { writeFile } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';
import { readMails } from '../support/mail.ts';
import { startTestPostgres, stopTestPostgres } from '../support/postgres.ts';
import { startReceiver } from '../support/receiver.ts';
import { endTemporal } from '../support/temporal-runtime.ts';
import { startDevServer, startTestStack } from '../support/temporal.ts';

const PATIENCE_MS = 60_000;
const EVENTS = 10;

await startTestPostgres();
const server = await startDevServer();
const connection = await Connection.connect({ address: server.address });
const client = new Client({ connection });
const receiver = await startReceiver();
receiver.answerWith(() => 500);
const stack = await startTestStack(server.address, receiver.settings);
const { pool } = stack.service.db;

const key = (await stack.newAgency()).keys.test.full;
const json = { url: receiver.url };
const { id } = expectStatus(await stack.call('POST', '/webhook_endpoints', { key, json }), 201).body as { id: string };
for (let index = 0; index < EVENTS; index++) {
  expectStatus(await stack.call('POST', `/webhook_endpoints/${id}/test`, { key }), 201);
}
await eventually('the failed events', async () => receiver.received.length === EVENTS, PATIENCE_MS);
const health = client.workflow.getHandle(workflowIds.endpoint(id));
await eventually('the first look', () => health.describe().catch(() => null), PATIENCE_MS);

for (const [hours, mails] of [
  [40, 1],
  [33, 2],
]) {
  await pool.query(
    'update webhook_endpoint set failing_since = failing_since - make_interval(hours => $2) where id = $1',
    [id, hours],
  );
  await health.signal('look');
  await eventually('the mail', async () => (await readMails(stack.mailFolder)).length === mails, PATIENCE_MS);
}
await health.result();
const file = new URL('./histories/disabledEndpoint.json', import.meta.url);
await writeFile(file, `${historyToJSON(await health.fetchHistory())}\n`);

await stack.close();
await receiver.close();
await connection.close();
await server.stop();
await stopTestPostgres();
await endTemporal();
