/** Files as bytes, for what cannot be read in parts. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { StoredFile } from './storage.ts';

/**
 * @throws StorageUnavailable
 */
export function readWhole({ bytes }: StoredFile): Promise<Buffer> {
  return buffer(bytes);
}

export function wholeFile(bytes: Buffer): StoredFile {
  return { bytes: Readable.from([bytes]), size: bytes.length };
}
