import type { Sql } from '../../db/database.ts';
import type { Tx } from '../transaction.ts';

/** Links to an image that is gone work for so long: directories and mail programs fetch late. */
const KEPT_MS = 24 * 60 * 60 * 1_000;

/**
 * Gives up the files of a project's images, in the transaction that deletes the project; its images go with it. The
 * project must be locked.
 */
export async function discardImages(tx: Tx, projectId: string): Promise<void> {
  const images = await tx.sql.selectFrom('image').select('asset_key').where('project_id', '=', projectId).execute();
  await discardAssets(tx.sql, images, tx.now);
}

/** Gives up the files of images that this transaction removes. */
export async function discardAssets(db: Sql, images: { asset_key: string | null }[], now: Date): Promise<void> {
  const keys = images.flatMap(({ asset_key }) => asset_key ?? []);
  if (keys.length === 0) return;
  const delete_after = new Date(now.getTime() + KEPT_MS);
  await db
    .insertInto('discarded_asset')
    .values(keys.map((key) => ({ key, delete_after })))
    .execute();
}
