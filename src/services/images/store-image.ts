import type { ServiceDeps } from '../deps.ts';
import { newId } from '../../db/new-id.ts';
import type { Scope } from '../../db/scope.ts';
import { validationFailed } from '../../errors.ts';
import type { ProjectObject } from '../../resources/project.ts';
import type { Storage } from '../../outbound/storage/storage.ts';
import type { Tx } from '../transaction.ts';
import { changeImages } from './change-images.ts';
import { removeLogo } from './delete-image.ts';
import { nameAsset, putAsset } from './put-asset.ts';

export type ImageDeps = ServiceDeps & { storage: Storage };

const MAX_SCREENSHOTS = 5;

/**
 * Sets the project's logo, in place of the one it has.
 *
 * @param png as `processImage` made it
 * @throws ServiceError `not_found` when the project was deleted meanwhile
 * @throws StorageUnavailable
 */
export async function setLogo(deps: ImageDeps, scope: Scope, projectId: string, png: Buffer): Promise<ProjectObject> {
  const assetKey = await putAsset(deps, png);
  return changeImages(deps, scope, projectId, async (tx) => {
    await removeLogo(tx, projectId);
    await insertReady(tx, { projectId, kind: 'logo', position: 0, assetKey });
  });
}

/**
 * Adds a screenshot after those that the project has.
 *
 * @param png as `processImage` made it
 * @throws ServiceError `validation_failed` with `screenshots` / `too_many` when there are 5, and `not_found` when the
 *   project was deleted meanwhile
 * @throws StorageUnavailable
 */
export async function addScreenshot(
  deps: ImageDeps,
  scope: Scope,
  projectId: string,
  png: Buffer,
): Promise<ProjectObject> {
  const assetKey = await putAsset(deps, png);
  return changeImages(deps, scope, projectId, async (tx) => {
    const { count } = await tx.sql
      .selectFrom('image')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('project_id', '=', projectId)
      .where('kind', '=', 'screenshot')
      .executeTakeFirstOrThrow();
    if (count === MAX_SCREENSHOTS) {
      throw validationFailed(
        [{ param: 'screenshots', code: 'too_many' }],
        `A project has at most ${MAX_SCREENSHOTS} screenshots.`,
      );
    }
    await insertReady(tx, { projectId, kind: 'screenshot', position: count, assetKey });
  });
}

interface ReadyImage {
  projectId: string;
  kind: 'logo' | 'screenshot';
  position: number;
  assetKey: string;
}

async function insertReady(tx: Tx, { projectId, kind, position, assetKey }: ReadyImage): Promise<void> {
  await nameAsset(tx.sql, assetKey, tx.now);
  await tx.sql
    .insertInto('image')
    .values({
      id: newId('image', tx.now),
      project_id: projectId,
      kind,
      position,
      status: 'ready',
      asset_key: assetKey,
      created_at: tx.now,
    })
    .execute();
}
