import { sql } from 'kysely';
import { ImageError, processImage } from '../../images/process-image.ts';
import { fetchImage } from '../../outbound/fetch-image.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import { assetKey, type ImageDeps } from './store-image.ts';

export type ImportDeps = ImageDeps & { fetch: GuardedFetch };

/** The ids of a project's images that are still to be imported, in their order. */
export async function listImports({ db }: ImportDeps, projectId: string): Promise<string[]> {
  const rows = await db.sql
    .selectFrom('image')
    .select('id')
    .where('project_id', '=', projectId)
    .where('status', '=', 'importing')
    .orderBy('kind')
    .orderBy('position')
    .execute();
  return rows.map((row) => row.id);
}

/** Imports one image from its URL. A failure shows on the image; one that was imported or replaced is left alone. */
export async function importImage(deps: ImportDeps, imageId: string): Promise<void> {
  const image = await deps.db.sql
    .selectFrom('image')
    .select(['kind', 'source_url'])
    .where('id', '=', imageId)
    .where('status', '=', 'importing')
    .executeTakeFirst();
  if (!image) return;
  const imported = await download(deps.fetch, image.source_url!, image.kind);
  if (Buffer.isBuffer(imported)) await deps.storage.put(assetKey(imageId), imported);
  await settle(
    deps,
    imageId,
    Buffer.isBuffer(imported)
      ? { status: 'ready', asset_key: assetKey(imageId) }
      : { status: 'failed', error: imported },
  );
}

/** Ends an import that could not be made. */
export async function endImport(deps: ImageDeps, imageId: string): Promise<void> {
  await settle(deps, imageId, { status: 'failed', error: 'image_unreachable' });
}

type Outcome =
  | { status: 'ready'; asset_key: string }
  | { status: 'failed'; error: 'image_unreachable' | 'image_invalid' | 'image_too_large' };

/** Writes how an import ended, unless the image was replaced meanwhile. The project is locked before its image. */
async function settle({ db, clock }: ImageDeps, imageId: string, outcome: Outcome): Promise<void> {
  await db.sql.transaction().execute(async (tx) => {
    await sql`
      update project set updated_at = ${clock.now()}
      where id = (select project_id from image where id = ${imageId} and status = 'importing')
    `.execute(tx);
    await tx.updateTable('image').set(outcome).where('id', '=', imageId).where('status', '=', 'importing').execute();
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
