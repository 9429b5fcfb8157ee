import type { Scope } from '../../db/scope.ts';
import { discardImages } from '../images/discard-images.ts';
import { discardReports } from '../reports/report-files.ts';
import type { ServiceDeps } from '../deps.ts';
import { inTransaction } from '../transaction.ts';
import { lockDraft } from './lock-project.ts';

export interface DeletedProject {
  object: 'project';
  id: string;
  livemode: boolean;
  deleted: true;
}

/**
 * Deletes a draft with its images and reports (specification 2.2, rule 3).
 *
 * @throws ServiceError `already_launched`, `not_found`
 */
export function deleteProject(deps: ServiceDeps, scope: Scope, projectId: string): Promise<DeletedProject> {
  return inTransaction(deps, scope, async (tx) => {
    await lockDraft(tx, projectId, deps.assetsUrl);
    await discardImages(tx, projectId);
    await discardReports(tx, projectId);
    await tx.sql.deleteFrom('project').where('id', '=', projectId).execute();
    return { object: 'project', id: projectId, livemode: scope.livemode, deleted: true };
  });
}
