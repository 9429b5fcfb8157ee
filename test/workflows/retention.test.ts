import assert from 'node:assert/strict';
import { Client, Connection } from '@temporalio/client';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus, picture, upload } from '../support/factories.ts';
import { workflowMetadata } from '../support/operator.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startDevServer, startTestStack, type TestStack } from '../support/temporal.ts';

const DAY_MS = 86_400_000;
const HOOK = { url: 'https://hooks.example.com' };

describe('retention', () => {
  let server: TemporalServer;
  let connection: Connection;
  let client: Client;
  let stack: TestStack;
  let receiver: Receiver;
  let key: string;

  before(async () => {
    server = await startDevServer();
    connection = await Connection.connect({ address: server.address });
    client = new Client({ connection });
    receiver = await startReceiver();
    stack = await startTestStack(server.address, receiver.settings);
    key = (await stack.newAgency()).keys.test.full;
  });
  after(async () => {
    await stack.close();
    await connection.close();
    await server.stop();
    await receiver.close();
  });

  const keyed = (idempotencyKey: string) =>
    stack.call('POST', '/webhook_endpoints', { key, json: HOOK, headers: { 'idempotency-key': idempotencyKey } });
  const count = async (table: string) =>
    (await stack.service.db.pool.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]!.count;

  it('runs every hour, one at a time', async () => {
    const { spec, policies } = await client.schedule.getHandle('retention').describe();
    assert.deepEqual(
      spec.intervals?.map(({ every }) => every),
      [3_600_000],
    );
    assert.equal(policies.overlap, 'SKIP');
  });

  it('deletes what was kept long enough, and nothing else', async () => {
    const { id } = await createReadyProject(stack.call, key);
    const logo = async () =>
      expectStatus(await stack.call('PUT', `/projects/${id}/logo`, { key, body: upload(await picture()) }), 200).body
        .logo.url as string;
    const statusOf = async (url: string) => (await fetch(url)).status;

    stack.clock.advance(-3 * DAY_MS);
    expectStatus(await keyed('old'), 201);
    const replacedLongAgo = await logo();
    const replacedNow = await logo();
    stack.clock.advance(3 * DAY_MS);
    expectStatus(await keyed('new'), 201);
    const current = await logo();
    const counts = await count('hourly_count');
    await stack.service.db.pool.query(
      `insert into directory_pace (directory_id, day, used)
       select id, current_date - days, 1 from directory, unnest(array[0, 1, 5]) days where slug = 'trustpilot'`,
    );

    await client.schedule.getHandle('retention').trigger();
    await eventually('the sweeps', async () => (await statusOf(replacedLongAgo)) === 404);
    assert.equal(await count('idempotency_key'), 1);
    assert.ok((await count('hourly_count')) < counts);
    await eventually('the turns of days that are over', async () => (await count('directory_pace')) === 2);
    assert.deepEqual([await statusOf(replacedNow), await statusOf(current)], [200, 200]);
    assert.equal(expectStatus(await keyed('new'), 201).headers['idempotent-replayed'], 'true');
  });
  it('ends the wait of a delivery that is held when its event leaves the feed', async () => {
    const json = { url: receiver.url, events: ['project.launched'] };
    const endpoint = expectStatus(await stack.call('POST', '/webhook_endpoints', { key, json }), 201).body;
    const path = `/webhook_endpoints/${endpoint.id}`;
    receiver.answerWith(async () => {
      expectStatus(await stack.call('PATCH', path, { key, json: { enabled: false } }), 200);
      return 500;
    });
    stack.clock.advance(-91 * DAY_MS);
    const { id } = await createReadyProject(stack.call, key);
    expectStatus(await stack.call('POST', `/projects/${id}/launch`, { key }), 200);
    const deliveries = async () =>
      expectStatus(await stack.call('GET', `${path}/deliveries`, { key }), 200).body.data as { id: string }[];
    const [delivery] = await deliveries();
    const waiting = client.workflow.getHandle(`delivery/${delivery!.id}`);
    await eventually('the wait', async () =>
      /is held until/.test((await workflowMetadata(client, waiting.workflowId))?.currentDetails ?? ''),
    );
    stack.clock.advance(91 * DAY_MS);

    await client.schedule.getHandle('retention').trigger();
    await eventually('its end', async () => (await waiting.describe()).status.name === 'COMPLETED');
    assert.deepEqual(await deliveries(), []);
    assert.equal((await stack.call('GET', `/webhook_endpoints/${endpoint.id}`, { key })).status, 200);
  });
});
