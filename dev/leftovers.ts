import { setTimeout as delay } from 'node:timers/promises';
import { listProcesses, type RunningProcess } from './process-table.ts';

const POLL_MS = 50;

export interface LeftoverOptions {
  /** What the message calls it, such as `PostgreSQL`. */
  name: string;
  /** Whether a process is our server on our own data; must be false for everything else. */
  isOurs: (process: RunningProcess) => boolean;
  /** Asks for the orderly end. */
  signal: NodeJS.Signals;
  /** How long the orderly end may take. */
  timeoutMs: number;
  log: (message: string) => void;
}

/**
 * Stops the servers that an owner killed with -9 left running, and returns when they are gone. They are told by what the
 * process table says of them, such as their command lines, which unlike a pid file cannot be stale. Call it with the folder
 * claimed.
 *
 * @throws Error when one does not end in time or belongs to another user
 */
export async function stopLeftovers(options: LeftoverOptions): Promise<void> {
  for (const leftover of await ours(options)) {
    options.log(`Stopping ${options.name} (process ${leftover.pid}) left behind by an earlier run.`);
    send(leftover.pid, options.signal);
  }
  const deadline = performance.now() + options.timeoutMs;
  for (;;) {
    const [remaining] = await ours(options);
    if (!remaining) return;
    if (performance.now() > deadline) {
      throw new Error(`${options.name} (process ${remaining.pid}) left behind by an earlier run does not stop.`);
    }
    await delay(POLL_MS);
  }
}

async function ours({ isOurs }: LeftoverOptions): Promise<RunningProcess[]> {
  return (await listProcesses()).filter(isOurs);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
