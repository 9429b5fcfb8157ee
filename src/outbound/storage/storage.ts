import type { Readable } from 'node:stream';

/** Where files that the service makes are kept. Every fault but those named here throws as it came. */
export interface Storage {
  /**
   * Stores a file, whole or not at all, in place of one of the same key. A key is one that `isStorageKey` allows.
   *
   * @throws StorageUnavailable
   */
  put(key: string, bytes: Buffer): Promise<void>;
  /**
   * A file's bytes, or null when there is none. Whoever reads destroys the stream that it does not read to the end.
   *
   * @throws StorageUnavailable, from the stream too
   */
  read(key: string): Promise<StoredFile | null>;
  /**
   * Deletes a file; one that is not there is no fault.
   *
   * @throws StorageUnavailable
   */
  delete(key: string): Promise<void>;
  close(): void;
}

export interface StoredFile {
  bytes: Readable;
  /** In bytes. */
  size: number;
}

/** The storage cannot be reached, or can take no more, for now. `cause` holds the underlying error, if there is one. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** The longest name that file systems take is 255 bytes long. */
const MAX_KEY_LENGTH = 200;
const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const KEY = new RegExp(`^${SEGMENT}(/${SEGMENT})*$`);

/** Keys are relative paths of plain names, which mean the same to every kind of storage. */
export function isStorageKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && KEY.test(key);
}

/**
 * @throws TypeError
 */
export function requireStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new TypeError(`not a storage key: ${key}`);
}
