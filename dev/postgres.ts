import type { ServerProcess } from './children.ts';
import { claimFolder } from './folder-claim.ts';
import type { PickPort } from './ports.ts';
import { initialiseCluster, locateCluster, startCluster, takeOverCluster } from './postgres-cluster.ts';
import { ensureDatabase } from './postgres-databases.ts';

export interface PostgresOptions {
  /** Holds the data, the generated password (mode 0600) and the log; for PostgreSQL alone, created when missing. */
  folder: string;
  /** Picks the loopback port to listen on, once a server that was left on the folder is gone. */
  port: PickPort;
  /** The database that `databaseUrl` names, created when missing. */
  database: string;
  log: (message: string) => void;
}

export interface Postgres {
  /** Connects as the superuser. Holds the password. */
  databaseUrl: string;
  port: number;
  /** Shuts the server down (sessions are ended, data is kept) and returns when it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on a folder, which the first start initialises and later ones reuse. A server left there by a
 * process that was killed is stopped first.
 *
 * @throws Error when a live process holds the folder, or the server does not start; the message has the end of its log
 */
export async function startPostgres({ folder, port, database, log }: PostgresOptions): Promise<Postgres> {
  const release = await claimFolder(folder);
  let server: ServerProcess | undefined;
  const stop = async () => {
    await server?.stop();
    await release();
  };
  try {
    const cluster = await locateCluster(folder);
    await takeOverCluster(cluster, log);
    await initialiseCluster(cluster, []);
    const picked = await port();
    const started = await startCluster(cluster, picked, []);
    server = started.server;
    return { databaseUrl: await ensureDatabase(started.adminUrl, database), port: picked, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
