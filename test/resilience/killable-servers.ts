import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyFreePort } from '../../dev/ports.ts';
import { startPostgres, type Postgres } from '../../dev/postgres.ts';
import { listProcesses } from '../../dev/process-table.ts';
import { provideTemporalCli } from '../../dev/temporal-cli.ts';
import { startTemporalServer, type TemporalServer } from '../../dev/temporal-server.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';

/** A Postgres and a Temporal of a test's own, on disk, which come back at the same addresses after a `kill -9`. */
export interface KillableServers {
  databaseUrl: string;
  temporalAddress: string;
  killPostgres(): Promise<void>;
  killTemporal(): Promise<void>;
  close(): Promise<void>;
}

export async function startKillableServers(database: string): Promise<KillableServers> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-servers-'));
  const ports = { postgres: await anyFreePort(), temporal: await anyFreePort(), ui: await anyFreePort() };
  const log = () => undefined;
  const openPostgres = (): Promise<Postgres> =>
    startPostgres({ folder: join(folder, 'postgres'), database, log, port: () => Promise.resolve(ports.postgres) });
  const openTemporal = async (): Promise<TemporalServer> =>
    startTemporalServer({
      executable: await provideTemporalCli(process.env, log),
      folder: join(folder, 'temporal'),
      persistent: true,
      port: () => Promise.resolve(ports.temporal),
      uiPort: () => Promise.resolve(ports.ui),
      searchAttributes: Object.values(searchAttributes),
      log,
    });
  let postgres = await openPostgres();
  let temporal = await openTemporal();
  return {
    databaseUrl: postgres.databaseUrl,
    temporalAddress: temporal.address,
    async killPostgres() {
      await killServer(`/postgres -D ${join(folder, 'postgres', 'data')} -p `);
      await postgres.stop();
      postgres = await openPostgres();
    },
    async killTemporal() {
      await killServer(` --db-filename ${join(folder, 'temporal', 'temporal.db')}`);
      await temporal.stop();
      temporal = await openTemporal();
    },
    async close() {
      await temporal.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Kills the one process that has this in its command line, which names a folder of the test's own. */
async function killServer(commandPart: string): Promise<void> {
  const [server, ...others] = (await listProcesses()).filter(({ command }) => command.includes(commandPart));
  if (!server || others.length > 0) throw new Error(`not one process has ${commandPart} in its command line`);
  process.kill(server.pid, 'SIGKILL');
}
