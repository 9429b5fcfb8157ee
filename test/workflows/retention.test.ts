import assert from 'node:assert/strict';
import { Client, Connection } from '@temporalio/client';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus, picture, upload } from '../support/factories.ts';
import { startDevServer, startTestStack, type TestStack } from '../support/temporal.ts';

const DAY_MS = 86_400_000;
const HOOK = { url: 'https://hooks.example.com' };

describe('retention', () => {
  let server: TemporalServer;
  let connection: Connection;
  let client: Client;
  let stack: TestStack;
  let key: string;

  before(async () => {
    server = await startDevServer();
    connection = await Connection.connect({ address: server.address });
    client = new Client({ connection });
    stack = await startTestStack(server.address);
    key = (await stack.newAgency()).keys.test.full;
  });
  after(async () => {
    await stack.close();
    await connection.close();
    await server.stop();
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

    await client.schedule.getHandle('retention').trigger();
    await eventually('the sweeps', async () => (await statusOf(replacedLongAgo)) === 404, 15_000);
    assert.equal(await count('idempotency_key'), 1);
    assert.ok((await count('hourly_count')) < counts);
    assert.deepEqual([await statusOf(replacedNow), await statusOf(current)], [200, 200]);
    assert.equal(expectStatus(await keyed('new'), 201).headers['idempotent-replayed'], 'true');
  });
});
