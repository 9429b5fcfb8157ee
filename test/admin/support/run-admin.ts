import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../../src/config.ts';
import { compileCache } from '../../support/compile-cache.ts';

/** The program itself. */
export const ADMIN = fileURLToPath(new URL('../../../src/main/admin.ts', import.meta.url));
const KILL_AFTER_MS = 100_000;

export interface Outcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs the operators' command in a process of its own of its own environment. */
export type RunAdmin = (...args: string[]) => Promise<Outcome>;

/** @param settings environment settings beside the database */
export function adminOf(databaseUrl: string, settings: Environment = {}): RunAdmin {
  const env = { DATABASE_URL: databaseUrl, ...compileCache, ...settings };
  return (...args) =>
    new Promise((resolve, reject) => {
      const options = { env, timeout: KILL_AFTER_MS };
      const child = execFile(process.execPath, [ADMIN, ...args], options, (error, stdout, stderr) => {
        if (child.exitCode === null) reject(error ?? new Error('the command was killed'));
        else resolve({ exitCode: child.exitCode, stdout, stderr });
      });
    });
}

/** What a command that succeeds prints with `--json`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read what they expect
export async function jsonOf(admin: RunAdmin, ...args: string[]): Promise<any> {
  const { exitCode, stdout, stderr } = await admin(...args, '--json');
  assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' });
  assert.match(stdout, /^\{[^\n]*\}\n$/, 'one object on one line');
  return JSON.parse(stdout);
}

/** What a command that succeeds prints for people. */
export async function textOf(admin: RunAdmin, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await admin(...args);
  assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' });
  return stdout;
}
