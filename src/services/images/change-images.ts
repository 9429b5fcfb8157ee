import { projectInTransaction } from '../../db/finders/projects.ts';
import type { Scope } from '../../db/scope.ts';
import { presentProject, type ProjectObject } from '../../resources/project.ts';
import type { ServiceDeps } from '../deps.ts';
import { lockProject } from '../projects/lock-project.ts';
import { inTransaction, type Tx } from '../transaction.ts';

/**
 * Changes a project's images under the project's lock.
 *
 * @returns the project after the change
 * @throws ServiceError `not_found` when the project was deleted meanwhile, and what `change` throws
 */
export function changeImages(
  deps: ServiceDeps,
  scope: Scope,
  projectId: string,
  change: (tx: Tx) => Promise<void>,
): Promise<ProjectObject> {
  return inTransaction(deps, scope, async (tx) => {
    await lockProject(tx, projectId);
    await change(tx);
    await tx.sql.updateTable('project').set({ updated_at: tx.now }).where('id', '=', projectId).execute();
    return presentProject(await projectInTransaction(tx.sql, projectId), deps.assetsUrl);
  });
}
