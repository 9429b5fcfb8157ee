import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProcess } from './process-table.ts';

interface Owner {
  pid: number;
  startedAt: string;
}

/**
 * Makes this process the one that may start servers on `folder` (created when missing), until the returned function is
 * called or the process ends in whatever way. Without it a second start in the same folder would take the first one's
 * servers for leftovers.
 *
 * @throws Error naming the process that holds the folder
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const self = await findProcess(process.pid);
  if (!self) throw new Error('This process cannot see itself in the process table.');
  const draft = `${ownerFile(folder)}.${process.pid}`;
  await writeFile(draft, JSON.stringify({ pid: self.pid, startedAt: self.startedAt } satisfies Owner));
  try {
    // A link appears whole or not at all, and never replaces another's.
    await link(draft, ownerFile(folder)).catch(async () => {
      const owner = await liveOwner(folder);
      if (owner) throw new Error(`${folder} is in use by process ${owner.pid}. Stop that one first.`);
      await rm(ownerFile(folder), { force: true });
      await link(draft, ownerFile(folder));
    });
  } finally {
    await rm(draft, { force: true });
  }
  let held = true;
  return async () => {
    if (!held) return;
    held = false;
    await rm(ownerFile(folder), { force: true });
  };
}

/** Whether a process that is still alive holds the folder. */
export async function isClaimed(folder: string): Promise<boolean> {
  return (await liveOwner(folder)) !== undefined;
}

async function liveOwner(folder: string): Promise<Owner | undefined> {
  const text = await readFile(ownerFile(folder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const owner = JSON.parse(text) as Owner;
  const running = await findProcess(owner.pid);
  return running?.startedAt === owner.startedAt ? owner : undefined;
}

function ownerFile(folder: string): string {
  return join(folder, 'owner.json');
}
