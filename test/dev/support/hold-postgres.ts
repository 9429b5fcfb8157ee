/** Starts PostgreSQL on the folder and port given, reports its URL to the parent, and stays until it is killed. */
import { startPostgres } from '../../../dev/postgres.ts';

const [folder, port] = process.argv.slice(2) as [string, string];
const postgres = await startPostgres({
  folder,
  port: () => Promise.resolve(Number(port)),
  database: 'app',
  log: () => undefined,
});
process.send?.(postgres.databaseUrl);
