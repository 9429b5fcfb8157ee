import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { anyFreePort } from '../../dev/ports.ts';
import { createDatabase, dropDatabase } from '../../dev/postgres-databases.ts';
import { provideTemporalCli } from '../../dev/temporal-cli.ts';
import { startTemporalServer } from '../../dev/temporal-server.ts';
import { openDatabase } from '../../src/db/database.ts';
import { startWorker } from '../../src/main/start-worker.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';
import { silent, startTestService } from '../support/service.ts';
import { workflowBundle } from '../support/temporal.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';

const PROCESSES = 4;
const times = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: PROCESSES }, make));

describe(`${PROCESSES} processes that start at once`, () => {
  it('make the tables of an empty database once', async () => {
    const adminUrl = process.env.TEST_POSTGRES_URL!;
    const name = `empty_${process.pid}`;
    const url = await createDatabase(adminUrl, name);
    const databases = await times(() => openDatabase(url, 2));
    try {
      await Promise.all(databases.map((db) => db.migrate()));
      const { rows } = await databases[0]!.pool.query<{ names: number; applied: number }>(
        'select count(distinct name)::int as names, count(*)::int as applied from migration',
      );
      assert.equal(rows[0]!.applied, rows[0]!.names);
      assert.ok(rows[0]!.applied > 10);
    } finally {
      await Promise.all(databases.map((db) => db.close()));
      await dropDatabase(adminUrl, name);
    }
  });

  it('give an empty Temporal its search attributes and schedules, and all work', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'listing-empty-temporal-'));
    const server = await startTemporalServer({
      executable: await provideTemporalCli(process.env, () => undefined),
      folder,
      persistent: false,
      port: anyFreePort,
      uiPort: anyFreePort,
      searchAttributes: [],
      log: () => undefined,
    });
    const api = await startTestService({ TEMPORAL_ADDRESS: server.address });
    const bundle = await workflowBundle();
    const workers = await times(() => startWorker(api.config, api.service, silent, bundle));
    const client = new Client({ connection: await Connection.connect({ address: server.address }) });
    try {
      const { customAttributes } = await client.connection.operatorService.listSearchAttributes({
        namespace: 'default',
      });
      for (const { name } of Object.values(searchAttributes)) assert.ok(customAttributes[name] !== undefined, name);
      await eventually('both schedules', async () => {
        const ids: string[] = [];
        for await (const { scheduleId } of client.schedule.list()) ids.push(scheduleId);
        return ids.toSorted().join() === 'directory-ratings,retention';
      });
      const countClaimers = async () => (await api.service.db.pool.query('select 1 from claimer')).rowCount;
      await eventually('all to claim work', async () => (await countClaimers()) === PROCESSES);
      const { keys } = await api.newAgency();
      const json = { url: 'https://product.example.com' };
      const { id } = expectStatus(await api.call('POST', '/projects', { key: keys.test.full, json }), 201).body as {
        id: string;
      };
      await eventually('its workflow', () =>
        client.workflow
          .getHandle(`intake/${id}`)
          .describe()
          .catch(() => null),
      );
      await Promise.all(workers.map((worker) => worker.close()));
      assert.equal(await countClaimers(), 0, 'who stops in order is nobody that the others have to bury');
    } finally {
      await client.connection.close();
      await api.close();
      await server.stop();
      await rm(folder, { recursive: true });
    }
  });
});
