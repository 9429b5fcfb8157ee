import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';

/** Where files that the service makes are kept. Keys are relative paths; a key's bytes never change. */
export interface Storage {
  put(key: string, bytes: Buffer): Promise<void>;
  /** The file's bytes, or null when there is no such key. */
  read(key: string): Promise<{ bytes: Readable; size: number } | null>;
}

/** Storage in a folder of this machine. */
export function createFileStorage(folder: string): Storage {
  const root = resolve(folder);

  function pathOf(key: string): string | null {
    const path = join(root, key);
    return path.startsWith(root + sep) ? path : null;
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      if (!path) throw new Error(`not a storage key: ${key}`);
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.${randomUUID()}`;
      const file = await open(draft, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      } finally {
        await file.close();
      }
    },
    async read(key) {
      const path = pathOf(key);
      const file = path && (await open(path, 'r').catch(() => null));
      if (!path || !file) return null;
      const stat = await file.stat();
      await file.close();
      return stat.isFile() ? { bytes: createReadStream(path), size: stat.size } : null;
    },
  };
}
