import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { startServer, type ServerProcess } from './children.ts';
import { claimFolder } from './folder-claim.ts';
import { stopLeftovers } from './leftovers.ts';
import type { PickPort } from './ports.ts';
import { registerSearchAttributes, type SearchAttribute } from '../src/temporal/search-attributes.ts';

const NAMESPACE = 'default';
/** It also listens on ports of its own choice, which another program may take first. */
const START_ATTEMPTS = 3;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const PROBE_TIMEOUT_MS = 2_000;

export interface TemporalServerOptions {
  /** The Temporal CLI. */
  executable: string;
  /** Holds the log and, when persistent, the database; for Temporal alone, created when missing. */
  folder: string;
  /** Keeps everything in an SQLite file; otherwise everything is gone with the server. */
  persistent: boolean;
  /** Picks the loopback port of the gRPC service, once a server that was left on the folder is gone. */
  port: PickPort;
  /** Picks the loopback port of the web interface, likewise. */
  uiPort: PickPort;
  /** Registered when missing, so that workflows may set them. */
  searchAttributes: readonly SearchAttribute[];
  log: (message: string) => void;
}

export interface TemporalServer {
  /** host:port for clients and workers. */
  address: string;
  namespace: string;
  uiUrl: string;
  /** Ends the server and returns when it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts Temporal's development server and waits until it serves its namespace. A server left on the folder by a process
 * that was killed is stopped first.
 *
 * @throws Error when a live process holds the folder, or the server does not start; the message has the end of its log
 */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const release = await claimFolder(options.folder);
  try {
    const folder = await realpath(options.folder);
    await takeOver(folder, options.log);
    const { server, ...running } = await startRepeatedly(folder, options);
    const stop = async () => {
      await server.stop();
      await release();
    };
    return { ...running, namespace: NAMESPACE, stop };
  } catch (error) {
    await release();
    throw error;
  }
}

interface Running {
  server: ServerProcess;
  address: string;
  uiUrl: string;
}

async function startRepeatedly(folder: string, options: TemporalServerOptions): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(folder, options);
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
      options.log(`${(error as Error).message}\nStarting it once more.`);
    }
  }
}

async function startOnce(folder: string, options: TemporalServerOptions): Promise<Running> {
  const ports = { port: await options.port(), uiPort: await options.uiPort() };
  const address = `127.0.0.1:${ports.port}`;
  const server = await launch(folder, options, ports);
  try {
    await server.waitUntil(() => prepareNamespace(address, options.searchAttributes), START_TIMEOUT_MS);
    return { server, address, uiUrl: `http://127.0.0.1:${ports.uiPort}` };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function launch(
  folder: string,
  options: TemporalServerOptions,
  { port, uiPort }: { port: number; uiPort: number },
): Promise<ServerProcess> {
  return startServer({
    name: 'The Temporal server',
    command: options.executable,
    args: [
      ...['server', 'start-dev', '--ip', '127.0.0.1', '--namespace', NAMESPACE, '--log-level', 'warn'],
      ...['--port', String(port), '--ui-port', String(uiPort)],
      ...(options.persistent ? ['--db-filename', databaseFile(folder)] : []),
    ],
    env: {},
    logFile: join(folder, 'temporal.log'),
    stopSignal: 'SIGTERM',
    stopTimeoutMs: STOP_TIMEOUT_MS,
  });
}

async function takeOver(folder: string, log: (message: string) => void): Promise<void> {
  const onOurDatabase = ` --db-filename ${databaseFile(folder)} `;
  await stopLeftovers({
    name: 'the Temporal server',
    isOurs: ({ command }) => command.includes(' server start-dev ') && `${command} `.includes(onOurDatabase),
    signal: 'SIGTERM',
    timeoutMs: STOP_TIMEOUT_MS,
    log,
  });
}

function databaseFile(folder: string): string {
  return join(folder, 'temporal.db');
}

async function prepareNamespace(address: string, searchAttributes: readonly SearchAttribute[]): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: PROBE_TIMEOUT_MS });
  try {
    await connection.workflowService.describeNamespace({ namespace: NAMESPACE });
    await registerSearchAttributes(connection, NAMESPACE, searchAttributes);
  } finally {
    await connection.close();
  }
}
