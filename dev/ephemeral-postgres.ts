import { chmod, rm } from 'node:fs/promises';
import { makeEphemeralFolder } from './ephemeral-folder.ts';
import { anyFreePort } from './ports.ts';
import { initialiseCluster, locateCluster, startCluster, takeOverCluster } from './postgres-cluster.ts';
import type { Postgres } from './postgres.ts';

const PREFIX = 'directory-listing-postgres-';
/** A crash may cost the data, as nobody wants it back; in exchange nothing waits for a disk. */
const INITDB_FLAGS = ['--no-sync', '--no-instructions'];
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];

/**
 * Starts PostgreSQL for tests: fast, in a temporary folder that `stop()` removes, on a port of its own. `databaseUrl`
 * names the `postgres` database. What test runs that were killed left behind is cleared away.
 */
export async function startEphemeralPostgres(): Promise<Postgres> {
  const folder = await makeEphemeralFolder(PREFIX, removeCluster);
  try {
    await chmod(folder, 0o711); // for the account that root runs PostgreSQL under
    const cluster = await locateCluster(folder);
    await initialiseCluster(cluster, INITDB_FLAGS);
    const port = await anyFreePort();
    const { server, adminUrl } = await startCluster(cluster, port, SETTINGS);
    return {
      databaseUrl: adminUrl,
      port,
      async stop() {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function removeCluster(folder: string): Promise<void> {
  await takeOverCluster(await locateCluster(folder), () => undefined);
  await rm(folder, { recursive: true, force: true });
}
