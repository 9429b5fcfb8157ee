import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { claimFolder, isClaimed } from './folder-claim.ts';
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
  await removeAbandoned();
  const folder = await makeClaimedFolder();
  try {
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

/** The name that marks it as ours comes last, so that nobody finds it unclaimed and clears it away. */
async function makeClaimedFolder(): Promise<string> {
  const unnamed = await mkdtemp(join(tmpdir(), 'postgres-'));
  await chmod(unnamed, 0o711); // for the account that root runs PostgreSQL under
  await claimFolder(unnamed);
  const folder = join(tmpdir(), `${PREFIX}${basename(unnamed)}`);
  await rename(unnamed, folder);
  return folder;
}

async function removeAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const folder = join(tmpdir(), name);
    if (await isClaimed(folder)) continue;
    // Another run may be clearing it away at the same time, or it is another user's.
    await removeCluster(folder).catch(() => undefined);
  }
}

async function removeCluster(folder: string): Promise<void> {
  await takeOverCluster(await locateCluster(folder), () => undefined);
  await rm(folder, { recursive: true, force: true });
}
