import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from './path-lookup.ts';

const POLL_MS = 50;
const LOG_TAIL_LINES = 15;

export interface ServerCommand {
  /** What messages call it, such as `PostgreSQL`. */
  name: string;
  command: string;
  args: string[];
  env: Environment;
  /** This process' own when absent. */
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Receives the output, appended. */
  logFile: string;
  /** Asks for the orderly end. */
  stopSignal: NodeJS.Signals;
  /** How long the orderly end may take before the process group is killed. */
  stopTimeoutMs: number;
}

export interface ServerProcess {
  pid: number;
  /**
   * Polls `probe` until it resolves.
   *
   * @throws Error with the end of the log when the server ends first or does not answer in time
   */
  waitUntil<T>(probe: () => Promise<T>, timeoutMs: number): Promise<T>;
  /** Ends the server and returns when it is gone. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts a server as the leader of its own process group: Ctrl-C in the terminal does not reach it, so it lives until
 * `stop()`, or until this process exits without having called that.
 */
export async function startServer(server: ServerCommand): Promise<ServerProcess> {
  const log = await open(server.logFile, 'a');
  const child = spawn(server.command, server.args, {
    env: server.env,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    ...(server.cwd === undefined ? {} : { cwd: server.cwd }),
    ...(server.uid === undefined ? {} : { uid: server.uid }),
    ...(server.gid === undefined ? {} : { gid: server.gid }),
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const pid = await spawned(child).finally(() => log.close());
  const stopAtExit = () => void child.kill(server.stopSignal);
  process.once('exit', stopAtExit);
  void exited.then(() => process.removeListener('exit', stopAtExit));

  return {
    pid,
    async waitUntil(probe, timeoutMs) {
      const polling = new AbortController();
      const ended = exited.then(async () => {
        throw new Error(`${server.name} ended while starting.\n${await logTail(server.logFile)}`);
      });
      ended.catch(() => undefined);
      try {
        return await Promise.race([ended, poll(server, probe, timeoutMs, polling.signal)]);
      } finally {
        polling.abort();
      }
    },
    async stop() {
      child.kill(server.stopSignal);
      const killTimer = setTimeout(() => killGroup(pid), server.stopTimeoutMs);
      await exited;
      clearTimeout(killTimer);
    },
  };
}

function spawned(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve(child.pid as number));
  });
}

async function poll<T>(
  server: ServerCommand,
  probe: () => Promise<T>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      signal.throwIfAborted();
      if (performance.now() > deadline) {
        const message = `${server.name} does not answer after ${timeoutMs} ms.\n${await logTail(server.logFile)}`;
        throw new Error(message, { cause: error });
      }
    }
    await delay(POLL_MS, undefined, { signal });
  }
}

async function logTail(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n');
  return [`The end of ${logFile}:`, ...lines.slice(-LOG_TAIL_LINES)].join('\n');
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
