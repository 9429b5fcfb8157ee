import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isStorageKey, requireStorageKey, StorageUnavailable, type Storage } from './storage.ts';

/** No key begins with a dot, so drafts are never read. */
const DRAFTS = '.drafts';

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);
/** A disk or a process that is full, or a device that is away; anything else, such as missing rights, does not pass. */
const PASSING = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO', 'ESTALE', 'EROFS', 'ETIMEDOUT']);

/** Storage in a folder of this machine. */
export function createFileStorage(folder: string): Storage {
  const root = resolve(folder);
  const drafts = join(root, DRAFTS);
  const pathOf = (key: string) => join(root, key);

  return {
    put: (key, bytes) =>
      translateFaults(async () => {
        requireStorageKey(key);
        const draft = join(drafts, `${draftPrefix(key)}${randomUUID()}`);
        await mkdir(drafts, { recursive: true });
        await mkdir(dirname(pathOf(key)), { recursive: true });
        try {
          await writeSynced(draft, bytes);
          await rename(draft, pathOf(key));
        } catch (error) {
          await rm(draft, { force: true });
          throw error;
        }
        await syncFolder(dirname(pathOf(key)));
      }),

    read: (key) =>
      translateFaults(async () => {
        const file = isStorageKey(key) ? await openFile(pathOf(key)) : null;
        if (!file) return null;
        const stat = await file.stat();
        if (stat.isFile()) return { bytes: file.createReadStream(), size: stat.size };
        await file.close();
        return null;
      }),

    delete: (key) =>
      translateFaults(async () => {
        if (!isStorageKey(key)) return;
        await removeFile(pathOf(key));
        await removeDrafts(drafts, draftPrefix(key));
      }),

    close: () => undefined,
  };
}

/** As long for every key, so that no prefix begins another and no name is too long. */
function draftPrefix(key: string): string {
  return `${createHash('sha256').update(key).digest('hex')}-`;
}

async function openFile(path: string) {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (hasCode(error, MISSING)) return null;
    throw error;
  }
}

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename outlives a power failure once its folder is on the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!hasCode(error, MISSING)) throw error;
  }
}

/** Removes what a process left that died while it wrote the file. */
async function removeDrafts(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (name.startsWith(prefix)) await rm(join(folder, name), { force: true });
}

async function translateFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (hasCode(error, PASSING)) throw new StorageUnavailable('the file system cannot serve now', { cause: error });
    throw error;
  }
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return codes.has((error as NodeJS.ErrnoException).code ?? '');
}
