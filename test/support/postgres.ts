/** One ephemeral Postgres for the run, with a migrated template that each test file clones. */
import pg from 'pg';
import { startEphemeralPostgres } from '../../dev/ephemeral-postgres.ts';
import type { Postgres } from '../../dev/postgres.ts';
import { createDatabase, dropDatabase } from '../../dev/postgres-databases.ts';
import { openDatabase } from '../../src/db/database.ts';
import { eventually } from './eventually.ts';
import { readSampleCatalog } from '../../src/main/sample-catalog.ts';
import { loadCatalog } from '../../src/services/catalog/load-catalog.ts';

const TEMPLATE = 'template_listings';

let server: Promise<Postgres> | undefined;
let databases = 0;

/** A database of its own for a test file: migrated, with the sample catalog. */
export async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  server ??= startWithTemplate();
  const { databaseUrl } = await server;
  const name = `test_${++databases}`;
  const url = await createDatabase(databaseUrl, name, { template: TEMPLATE });
  return { url, drop: () => dropDatabase(databaseUrl, name) };
}

/** Stops the server, if a test started it. */
export async function stopTestPostgres(): Promise<void> {
  await (await server)?.stop();
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
