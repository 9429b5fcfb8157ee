import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where a program is, or null where this machine has none. */
export async function findProgram(name: string): Promise<string | null> {
  const { stdout } = await run('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${name}`]).catch(() => ({ stdout: '' }));
  return stdout.trim() || null;
}

/** What a program prints. */
export async function output(program: string, args: string[]): Promise<string> {
  return (await run(program, args)).stdout;
}

/** Runs `work` with a folder of its own. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-recipe-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
