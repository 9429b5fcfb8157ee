import { Client } from 'pg';

const DUPLICATE_DATABASE = '42P04';

/**
 * Creates a database.
 *
 * @param adminUrl a superuser's URL of another database of the server
 * @param options.template the database to copy; nobody may be connected to it
 * @returns the URL of the new database
 */
export async function createDatabase(
  adminUrl: string,
  name: string,
  options: { template?: string } = {},
): Promise<string> {
  const template = options.template === undefined ? '' : ` TEMPLATE ${quote(options.template)}`;
  await execute(adminUrl, `CREATE DATABASE ${quote(name)}${template}`);
  return databaseUrl(adminUrl, name);
}

/** As `createDatabase`, but content with one that is there already. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<string> {
  return createDatabase(adminUrl, name).catch((error: unknown) => {
    if ((error as { code?: string }).code !== DUPLICATE_DATABASE) throw error;
    return databaseUrl(adminUrl, name);
  });
}

/** Drops a database, ending the sessions connected to it; content when there is none of that name. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await execute(adminUrl, `DROP DATABASE IF EXISTS ${quote(name)} WITH (FORCE)`);
}

async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
