import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../src/config.ts';
import type { TestService } from '../support/service.ts';

export interface CrashPoint {
  /** The number of the worker's step. */
  at: number;
  when: 'before' | 'after';
}

/** Starts a worker process; with a crash point it kills itself there. */
export function startWorkerProcess(settings: Environment, bundle: string, crash?: CrashPoint): ChildProcess {
  const program = fileURLToPath(new URL('./crashing-worker.ts', import.meta.url));
  return fork(program, {
    env: {
      ...process.env,
      ...settings,
      BUNDLE: bundle,
      ...(crash ? { CRASH_AT: String(crash.at), CRASH_WHEN: crash.when } : {}),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** What a worker process must be told to work for this service, beside where Temporal is. */
export function connectionOf({ config, storageFolder }: TestService): Environment {
  return {
    DATABASE_URL: config.databaseUrl,
    DATABASE_POOL_SIZE: '8',
    SECRET_KEY: config.secretKey.toString('base64'),
    STORAGE_DIR: storageFolder,
    PUBLIC_URL: config.publicUrl,
  };
}

/** Waits until a process has ended, and returns the signal that ended it. */
export async function ended(child: ChildProcess): Promise<NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.signalCode;
}
