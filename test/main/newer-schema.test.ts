import assert from 'node:assert/strict';
import { claimDeliveries } from '../../src/outbox/claim-deliveries.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('a database that a later version has migrated', () => {
  let api: TestService;
  let key: string;

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
  });
  after(() => api.close());

  /** What a later version adds: a migration, and a column to every table. */
  async function migrateFurther(): Promise<void> {
    const { pool } = api.service.db;
    await pool.query(`insert into migration (name) values ('9999-later')`);
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of rows) await pool.query(`alter table "${name}" add column later text default 'later'`);
  }

  /** Reads and writes of all that is prepared on open connections. */
  async function work(): Promise<void> {
    const read = async (path: string) => expectStatus(await api.call('GET', path, { key }), 200).body;
    const { id } = await createReadyProject(api.call, key);
    const json = { url: 'https://receiver.localhost/hooks', events: ['*'] };
    const endpoint = expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201).body as {
      id: string;
    };
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key, json: { directories: 'auto' } }), 200);
    expectStatus(await api.call('POST', `/webhook_endpoints/${endpoint.id}/test`, { key }), 201);
    const { data } = (await read(`/projects/${id}/listings`)) as { data: { id: string }[] };
    for (const path of [
      `/projects/${id}`,
      '/projects',
      `/listings/${data[0]!.id}`,
      '/events',
      `/webhook_endpoints/${endpoint.id}`,
      `/webhook_endpoints/${endpoint.id}/deliveries`,
    ]) {
      await read(path);
    }
    const { deliveries } = await claimDeliveries(api.service.db, 1, 10);
    assert.ok(deliveries.length > 0);
    expectStatus(await api.call('DELETE', `/webhook_endpoints/${endpoint.id}`, { key }), 200);
  }

  it('is worked with as before, over connections that were open and after a start', async () => {
    await work();
    await migrateFurther();
    await work();
    assert.deepEqual(await api.service.db.missingMigrations(), []);
    await api.service.db.migrate();
    await work();
  });
});
