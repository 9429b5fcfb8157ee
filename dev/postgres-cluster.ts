import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { startServer, type ServerProcess } from './children.ts';
import { stopLeftovers } from './leftovers.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { postgresAccount, type PostgresAccount } from './postgres-account.ts';

const SUPERUSER = 'postgres';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const PROBE_TIMEOUT_MS = 2_000;

/** A folder of ours that holds, or is to hold, a PostgreSQL cluster in `data`, its password and its log. */
export interface Cluster {
  dataFolder: string;
  passwordFile: string;
  logFile: string;
  binaries: PostgresBinaries;
  account: PostgresAccount;
}

/** Locates the cluster of an existing folder; starts and makes nothing. */
export async function locateCluster(folder: string): Promise<Cluster> {
  const root = await realpath(folder);
  const binaries = await findPostgresBinaries();
  return {
    dataFolder: join(root, 'data'),
    passwordFile: join(root, 'password'),
    logFile: join(root, 'postgres.log'),
    binaries,
    account: await postgresAccount([root, binaries.postgres]),
  };
}

/**
 * Makes the cluster unless it is there. An interrupted attempt leaves no half-made cluster: it is built beside its place
 * and moved there whole.
 */
export async function initialiseCluster(cluster: Cluster, initdbFlags: string[]): Promise<void> {
  if (await exists(cluster.dataFolder)) return;
  const unfinished = `${cluster.dataFolder}.unfinished`;
  const passwordCopy = `${cluster.passwordFile}.unfinished`;
  const password = randomBytes(24).toString('base64url');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await cluster.account.own(unfinished);
  await Promise.all([cluster.passwordFile, passwordCopy].map((file) => writeSecret(file, password)));
  await cluster.account.own(passwordCopy);
  const { command, args, ...identity } = cluster.account.launch(cluster.binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordCopy}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...initdbFlags,
  ]);
  await promisify(execFile)(command, args, { ...identity, env: {}, cwd: '/' });
  await rm(passwordCopy);
  await rename(unfinished, cluster.dataFolder);
}

/**
 * Stops a server that still runs on the cluster, and clears the pid file of one that was killed: its pid may belong to
 * another process by now, which PostgreSQL would mistake for a rival.
 */
export async function takeOverCluster(cluster: Cluster, log: (message: string) => void): Promise<void> {
  await stopLeftovers({
    name: 'PostgreSQL',
    isOurs: ({ command }) => command.includes(`/postgres -D ${cluster.dataFolder} -p `),
    signal: 'SIGINT',
    timeoutMs: STOP_TIMEOUT_MS,
    log,
  });
  await rm(join(cluster.dataFolder, 'postmaster.pid'), { force: true });
}

/**
 * Starts the server of an initialised cluster on a loopback port and waits until it answers.
 *
 * @param settings server settings, such as `fsync=off`
 * @returns the running server and the URL of the `postgres` database, for the superuser
 */
export async function startCluster(
  cluster: Cluster,
  port: number,
  settings: string[],
): Promise<{ server: ServerProcess; adminUrl: string }> {
  const password = await readFile(cluster.passwordFile, 'utf8');
  const adminUrl = `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  const allSettings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const server = await startServer({
    name: 'PostgreSQL',
    ...cluster.account.launch(cluster.binaries.postgres, [
      '-D',
      cluster.dataFolder,
      '-p',
      String(port),
      ...allSettings.flatMap((setting) => ['-c', setting]),
    ]),
    env: {},
    logFile: cluster.logFile,
    stopSignal: 'SIGINT',
    stopTimeoutMs: STOP_TIMEOUT_MS,
  });
  try {
    await server.waitUntil(() => ping(adminUrl), START_TIMEOUT_MS);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { server, adminUrl };
}

async function ping(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: PROBE_TIMEOUT_MS });
  await client.connect();
  await client.end();
}

async function writeSecret(file: string, secret: string): Promise<void> {
  await rm(file, { force: true });
  await writeFile(file, secret, { mode: 0o600 });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
