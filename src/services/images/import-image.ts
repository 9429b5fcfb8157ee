import { ImageError, processImage } from '../../images/process-image.ts';
import { fetchImage } from '../../outbound/fetch-image.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import { nameAsset, putAsset } from './put-asset.ts';
import type { ImageDeps } from './store-image.ts';

export type ImportDeps = ImageDeps & { fetch: GuardedFetch };

/**
 * Imports one image from its URL. A failure shows on the image; one that was imported or replaced is left alone.
 *
 * @returns how the import ended; null when it had ended before
 */
export async function importImage(deps: ImportDeps, imageId: string): Promise<ImportEnd | null> {
  const image = await deps.db.sql
    .selectFrom('image')
    .select(['kind', 'source_url'])
    .where('id', '=', imageId)
    .where('status', '=', 'importing')
    .executeTakeFirst();
  if (!image) return null;
  const imported = await download(deps.fetch, image.source_url!, image.kind);
  const outcome: Outcome = Buffer.isBuffer(imported)
    ? { status: 'ready', asset_key: await putAsset(deps, imported) }
    : { status: 'failed', error: imported };
  return settle(deps, imageId, outcome);
}

/** Ends an import that could not be made. @returns as `importImage` */
export function endImport(deps: ImageDeps, imageId: string): Promise<ImportEnd | null> {
  return settle(deps, imageId, { status: 'failed', error: 'image_unreachable' });
}

export type ImportEnd = 'ready' | 'image_unreachable' | 'image_invalid' | 'image_too_large';

type Outcome =
  | { status: 'ready'; asset_key: string }
  | { status: 'failed'; error: 'image_unreachable' | 'image_invalid' | 'image_too_large' };

/**
 * Writes how an import ended, unless the image was deleted, replaced or imported meanwhile: its file is then left as
 * discarded. The project is locked before its image.
 */
async function settle({ db, clock }: ImageDeps, imageId: string, outcome: Outcome): Promise<ImportEnd | null> {
  const now = clock.now();
  return db.sql.transaction().execute(async (tx) => {
    const importing = tx
      .selectFrom('image')
      .select('project_id')
      .where('id', '=', imageId)
      .where('status', '=', 'importing');
    await tx.updateTable('project').set({ updated_at: now }).where('id', 'in', importing).execute();
    const { numUpdatedRows } = await tx
      .updateTable('image')
      .set(outcome)
      .where('id', '=', imageId)
      .where('status', '=', 'importing')
      .executeTakeFirst();
    if (outcome.status === 'ready' && numUpdatedRows === 1n) await nameAsset(tx, outcome.asset_key, now);
    if (numUpdatedRows === 0n) return null;
    return outcome.status === 'ready' ? 'ready' : outcome.error;
  });
}

async function download(fetch: GuardedFetch, url: string, kind: 'logo' | 'screenshot') {
  const fetched = await fetchImage(fetch, url);
  if (!Buffer.isBuffer(fetched)) return fetched;
  try {
    return await processImage(fetched, kind);
  } catch (error) {
    if (error instanceof ImageError) return error.kind;
    throw error;
  }
}
