import { createFileStorage } from './file-storage.ts';
import type { S3Settings } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** Where files are kept: in a folder of this machine, or in a bucket. */
export type StorageSettings = { folder: string } | { s3: S3Settings };

export async function openStorage(settings: StorageSettings): Promise<Storage> {
  if ('folder' in settings) return createFileStorage(settings.folder);
  // Its client takes 35 MB, which a process that keeps files in a folder has better use for.
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(settings.s3);
}
