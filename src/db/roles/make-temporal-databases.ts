import pg from 'pg';
import { scramVerifier } from '../../crypto/scram-verifier.ts';

const LOGIN = 'temporal';
const DATABASES = ['temporal', 'temporal_visibility'];

/**
 * Makes the login of a Temporal server that keeps its data on the same Postgres, and its two databases, which are all
 * that it may connect to; as often as wanted.
 *
 * @param client a superuser's connection to any database of the server
 * @returns the login and its databases
 */
export async function makeTemporalDatabases(client: pg.ClientBase, password: string) {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [LOGIN]);
  if (rowCount === 0) await client.query(`create role ${LOGIN}`);
  await client.query(`alter role ${LOGIN} login password ${pg.escapeLiteral(scramVerifier(password))}`);
  for (const database of DATABASES) await makeDatabase(client, database);
  return { login: LOGIN, databases: DATABASES };
}

async function makeDatabase(client: pg.ClientBase, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${name} owner ${LOGIN}`);
  await client.query(`revoke all on database ${name} from public`);
}
