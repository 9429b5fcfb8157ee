import { newId } from '../../db/new-id.ts';
import type { Sql } from '../../db/database.ts';
import { StorageUnavailable } from '../../outbound/storage/storage.ts';
import type { ImageDeps } from './store-image.ts';

type AssetDeps = Pick<ImageDeps, 'db' | 'clock' | 'storage'>;

/** A file that no transaction has named by then is deleted. */
const UNNAMED_MS = 60 * 60 * 1_000;

/**
 * Stores an image's bytes under a key of their own, so that a repeated import never writes over what another try put
 * there. Until `nameAsset` the file counts as discarded: a crash leaves none that would stay for ever.
 *
 * @param png as `processImage` made it
 * @returns the key
 * @throws StorageUnavailable
 */
export async function putAsset(deps: AssetDeps, png: Buffer): Promise<string> {
  const key = `images/${newId('image', deps.clock.now())}.png`;
  await putFile(deps, key, png);
  return key;
}

/**
 * Stores a file that counts as discarded until `nameAsset`.
 *
 * @param key made anew for it
 * @throws StorageUnavailable
 */
export async function putFile({ db, clock, storage }: AssetDeps, key: string, bytes: Buffer): Promise<void> {
  await db.sql
    .insertInto('discarded_asset')
    .values({ key, delete_after: new Date(clock.now().getTime() + UNNAMED_MS) })
    .execute();
  await storage.put(key, bytes);
}

/**
 * Makes a file one that is kept, in the transaction that names it.
 *
 * @throws StorageUnavailable when that comes so late that the file may be deleted already
 */
export async function nameAsset(db: Sql, key: string, now: Date): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('discarded_asset')
    .where('key', '=', key)
    .where('delete_after', '>', now)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new StorageUnavailable(`${key} was named too late`);
}
