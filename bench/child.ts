import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../src/config.ts';

/** A process under measurement. */
export interface Child {
  /** Sends a message and waits for the answer; one at a time. */
  ask<T = unknown>(message: unknown): Promise<T>;
  /** The CPU seconds that it has used, where the system tells (Linux); NaN elsewhere. */
  cpuSeconds(): number;
  /** The memory that it holds, in MB, where the system tells (Linux); NaN elsewhere. */
  memoryMb(): number;
  /** Ends the process in order, if it still runs, and waits until it is gone. */
  close(): Promise<void>;
}

/**
 * Starts a program of this repository in a process of its own, which must not end before it is closed.
 * It logs at production's level, to nowhere.
 *
 * @param path relative to this folder
 * @param settings its whole environment
 */
export function startChild(path: string, settings: Environment): Child {
  const child = fork(fileURLToPath(new URL(path, import.meta.url)), {
    env: { ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failIfUnasked = () => {
    throw new Error(`${path} ended by itself`);
  };
  child.once('exit', failIfUnasked);
  process.once('exit', () => child.kill());
  return {
    async ask<T = unknown>(message: unknown) {
      child.send(message as object);
      const [answer] = (await once(child, 'message')) as [T];
      return answer;
    },
    cpuSeconds: () => cpuSecondsOf(child.pid!),
    memoryMb: () => memoryMbOf(child.pid!),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.off('exit', failIfUnasked).kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const TICKS_PER_SECOND = 100;

function cpuSecondsOf(pid: number): number {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(afterName[11]) + Number(afterName[12])) / TICKS_PER_SECOND;
  } catch {
    return NaN;
  }
}

function memoryMbOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;
  } catch {
    return NaN;
  }
}

/** In a child: answers the parent's messages, in their order, and ends with it. */
export function answerParent(answer: (message: never) => Promise<unknown>): void {
  process.on('message', (message) => void answer(message as never).then((result) => process.send!(result ?? null)));
  process.once('disconnect', () => process.exit());
  process.once('SIGTERM', () => process.exit());
}
