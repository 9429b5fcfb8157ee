import { spawn } from 'node:child_process';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import type { Environment } from './path-lookup.ts';

const STALL_MS = 20_000;
const CHECK_MS = 500;

export interface SdkDownload {
  server: 'dev-server' | 'time-skipping';
  version: string;
  /** An empty folder. */
  folder: string;
  /** The file's name in the folder afterwards. */
  executable: string;
}

/**
 * Has the Temporal SDK download one of its servers.
 *
 * @throws Error when it fails, or receives nothing for 20 seconds, as behind a firewall that drops packets
 */
export async function downloadWithSdk(download: SdkDownload, env: Environment): Promise<void> {
  const { server, version, folder, executable } = download;
  const program = fileURLToPath(new URL('./sdk-download-child.ts', import.meta.url));
  const child = spawn(process.execPath, [program, server, version, folder], {
    env: { ...env },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const killGroup = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', killGroup);
  const watch = whenStalled(folder, killGroup);
  try {
    const [status, errors] = await Promise.all([
      new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve)),
      text(child.stderr),
    ]);
    if (status === null) throw new Error(`The Temporal SDK's download received nothing for ${STALL_MS / 1000} s.`);
    if (status !== 0) {
      throw new Error(`The Temporal SDK's download failed: ${reason(errors)}`, { cause: errors });
    }
  } finally {
    clearInterval(watch);
    process.removeListener('exit', killGroup);
  }
  const [downloaded] = await readdir(folder);
  if (downloaded === undefined) throw new Error('The Temporal SDK downloaded nothing.');
  await rename(join(folder, downloaded), join(folder, executable));
}

function whenStalled(folder: string, act: () => void): NodeJS.Timeout {
  let size = 0;
  let grewAt = performance.now();
  return setInterval(async () => {
    const current = await sizeOf(folder);
    if (current !== size) grewAt = performance.now();
    size = current;
    if (performance.now() - grewAt > STALL_MS) act();
  }, CHECK_MS);
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The innermost cause of the error that ended the program. */
function reason(errors: string): string {
  const error = /Error: (.*?)\]?$/m.exec(errors)?.[1] ?? errors.trim();
  return error.slice(error.lastIndexOf(': ') + 1).trim();
}
