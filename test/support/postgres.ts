/**
 * One ephemeral Postgres for the run, with a migrated template that each test file clones. The process that starts it
 * names it in its environment, for the processes that it starts to run test files in.
 */
import pg from 'pg';
import { startEphemeralPostgres } from '../../dev/ephemeral-postgres.ts';
import type { Postgres } from '../../dev/postgres.ts';
import { createDatabase, dropDatabase } from '../../dev/postgres-databases.ts';
import { openDatabase } from '../../src/db/database.ts';
import { eventually } from './eventually.ts';
import { readSampleCatalog } from '../../src/main/sample-catalog.ts';
import { loadCatalog } from '../../src/services/catalog/load-catalog.ts';

const TEMPLATE = 'template_listings';
const ADDRESS = 'TEST_POSTGRES_URL';

let server: Postgres | undefined;
let databases = 0;

/** Starts the run's Postgres, which `createTestDatabase()` uses in this process and those that it starts. */
export async function startTestPostgres(): Promise<void> {
  server = await startWithTemplate();
  process.env[ADDRESS] = server.databaseUrl;
}

/** A database of its own for a test file: migrated, with the sample catalog. */
export async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const adminUrl = process.env[ADDRESS];
  if (!adminUrl) throw new Error('startTestPostgres() has not been called');
  const name = `test_${process.pid}_${++databases}`;
  const url = await createDatabase(adminUrl, name, { template: TEMPLATE });
  return { url, drop: () => dropDatabase(adminUrl, name) };
}

export async function stopTestPostgres(): Promise<void> {
  await server?.stop();
}

async function startWithTemplate(): Promise<Postgres> {
  const postgres = await startEphemeralPostgres();
  const db = await openDatabase(await createDatabase(postgres.databaseUrl, TEMPLATE), 2);
  await db.migrate();
  await loadCatalog(db.sql, await readSampleCatalog());
  await db.close();
  await waitUntilUnused(postgres.databaseUrl, TEMPLATE);
  return postgres;
}

/** Sessions end on the server a little after their clients closed them, and a template must have none. */
async function waitUntilUnused(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await eventually(`the end of the sessions of ${name}`, async () => {
    const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [name]);
    return rowCount === 0;
  });
  await client.end();
}
