import assert from 'node:assert/strict';
import { Client } from 'pg';
import { createDatabase, dropDatabase } from '../../dev/postgres-databases.ts';
import { startEphemeralPostgres } from '../../dev/ephemeral-postgres.ts';
import { listProcesses } from '../../dev/process-table.ts';
import type { Postgres } from '../../dev/postgres.ts';
import { holdServer } from './support/holder.ts';

describe('startEphemeralPostgres', () => {
  let postgres: Postgres;

  before(async () => {
    postgres = await startEphemeralPostgres();
  });

  after(() => postgres.stop());

  it('clones a template database, and the clone can be dropped while it is used', async () => {
    const templateUrl = await createDatabase(postgres.databaseUrl, 'template "of" tests');
    await query(templateUrl, 'CREATE TABLE seeded AS SELECT 7 AS value');
    const cloneUrl = await createDatabase(postgres.databaseUrl, 'clone', { template: 'template "of" tests' });
    assert.deepEqual(await query(cloneUrl, 'SELECT value FROM seeded'), [{ value: 7 }]);

    const user = new Client({ connectionString: cloneUrl }).on('error', () => undefined);
    await user.connect();
    await dropDatabase(postgres.databaseUrl, 'clone');
    await assert.rejects(query(cloneUrl, 'SELECT 1'), /database "clone" does not exist/);
  });

  it('clears away the server of a test run that was killed, and no other', async () => {
    const holder = await holdServer('hold-ephemeral-postgres.ts', []);
    await holder.kill();
    assert.equal((await serversOn(holder.report)).length, 1);

    const next = await startEphemeralPostgres();
    await next.stop();
    assert.equal((await serversOn(holder.report)).length, 0);
    assert.equal((await serversOn(String(postgres.port))).length, 1);
  });
});

async function serversOn(port: string): Promise<unknown[]> {
  return (await listProcesses()).filter(
    ({ command }) => command.includes(`postgres -D `) && command.includes(` -p ${port} `),
  );
}

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
