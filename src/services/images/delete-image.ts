import { sql } from 'kysely';
import type { Scope } from '../../db/scope.ts';
import { notFound, ServiceError } from '../../errors.ts';
import type { ProjectObject } from '../../resources/project.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Tx } from '../transaction.ts';
import { changeImages } from './change-images.ts';
import { discardAssets } from './discard-images.ts';

/**
 * Takes the logo from a project, even while it is imported.
 *
 * @throws ServiceError `not_found` when the project has none, or was deleted meanwhile
 */
export function deleteLogo(deps: ServiceDeps, scope: Scope, projectId: string): Promise<ProjectObject> {
  return changeImages(deps, scope, projectId, async (tx) => {
    const wasThere = await removeLogo(tx, projectId);
    if (!wasThere) throw new ServiceError('not_found', 'There is no logo on this project.');
  });
}

/** Removes the logo of a locked project and gives up its file. @returns whether there was one */
export async function removeLogo(tx: Tx, projectId: string): Promise<boolean> {
  const removed = await tx.sql
    .deleteFrom('image')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'logo')
    .returning('asset_key')
    .execute();
  await discardAssets(tx.sql, removed, tx.now);
  return removed.length > 0;
}

/**
 * Takes a screenshot from a project; those after it move up.
 *
 * @throws ServiceError `not_found` when the project does not have it, or was deleted meanwhile
 */
export function deleteScreenshot(
  deps: ServiceDeps,
  scope: Scope,
  { projectId, imageId }: { projectId: string; imageId: string },
): Promise<ProjectObject> {
  return changeImages(deps, scope, projectId, async (tx) => {
    const deleted = await tx.sql
      .deleteFrom('image')
      .where('id', '=', imageId)
      .where('project_id', '=', projectId)
      .where('kind', '=', 'screenshot')
      .returning(['asset_key', 'position'])
      .execute();
    if (deleted.length === 0) throw notFound('screenshot');
    await tx.sql
      .updateTable('image')
      .set({ position: sql`position - 1` })
      .where('project_id', '=', projectId)
      .where('kind', '=', 'screenshot')
      .where('position', '>', deleted[0]!.position)
      .execute();
    await discardAssets(tx.sql, deleted, tx.now);
  });
}
