import type { Sql } from '../../db/database.ts';
import type { Storage } from '../../outbound/storage/storage.ts';
import type { ImageDeps } from './store-image.ts';

/** Few enough that the transaction which holds them does not count as abandoned while storage deletes them. */
const BATCH_SIZE = 20;

/**
 * Deletes files that are due from storage, then from the list of those to be deleted. A crash in between repeats a
 * deletion, which is harmless.
 *
 * @param limit how many at most
 * @returns how many; less than `limit` when none is left
 * @throws StorageUnavailable when a file could not be deleted; those that could are off the list
 */
export async function sweepAssets(
  { db, storage }: Pick<ImageDeps, 'db' | 'storage'>,
  now: Date,
  limit: number,
): Promise<number> {
  let swept = 0;
  while (swept < limit) {
    const size = Math.min(BATCH_SIZE, limit - swept);
    const batch = await db.sql.transaction().execute((tx) => sweepBatch(tx, storage, now, size));
    swept += batch.deleted;
    if (batch.failure) throw batch.failure;
    if (batch.deleted < size) break;
  }
  return swept;
}

async function sweepBatch(
  db: Sql,
  storage: Storage,
  now: Date,
  size: number,
): Promise<{ deleted: number; failure: Error | null }> {
  const due = await db
    .selectFrom('discarded_asset')
    .select('key')
    .where('delete_after', '<=', now)
    .orderBy('delete_after')
    .limit(size)
    .forUpdate()
    .skipLocked()
    .execute();
  const results = await Promise.allSettled(due.map(({ key }) => storage.delete(key)));
  const deleted = due.filter((_, index) => results[index]!.status === 'fulfilled').map(({ key }) => key);
  if (deleted.length > 0) await db.deleteFrom('discarded_asset').where('key', 'in', deleted).execute();
  const failed = results.find((result) => result.status === 'rejected');
  return { deleted: deleted.length, failure: failed ? (failed.reason as Error) : null };
}
