import { mkdtemp, readdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { claimFolder, isClaimed } from './folder-claim.ts';

/**
 * Makes a temporary folder that is this process's own, and clears away those that killed processes left behind.
 *
 * @param prefix of the names of such folders; no other's names may begin with it
 * @param clear ends what still runs in an abandoned folder, and removes the folder
 */
export async function makeEphemeralFolder(prefix: string, clear: (folder: string) => Promise<void>): Promise<string> {
  await clearAbandoned(prefix, clear);
  // The name that marks it as ours comes last, so that nobody finds it unclaimed and clears it away.
  const unnamed = await mkdtemp(join(tmpdir(), 'unnamed-'));
  await claimFolder(unnamed);
  const folder = join(tmpdir(), `${prefix}${basename(unnamed).replace('unnamed-', '')}`);
  await rename(unnamed, folder);
  return folder;
}

async function clearAbandoned(prefix: string, clear: (folder: string) => Promise<void>): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    const folder = join(tmpdir(), name);
    if (await isClaimed(folder)) continue;
    // Another run may be clearing it away at the same time, or it is another user's.
    await clear(folder).catch(() => undefined);
  }
}
