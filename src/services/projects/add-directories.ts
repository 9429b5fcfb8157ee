import type { Scope } from '../../db/scope.ts';
import { projectInTransaction } from '../../db/finders/projects.ts';
import { allowanceOf } from '../../domain/progress.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { ServiceError } from '../../errors.ts';
import { presentProject, type ProjectObject, type ProjectView } from '../../resources/project.ts';
import type { ServiceDeps } from '../deps.ts';
import { createListings } from '../listings/create-listings.ts';
import { inTransaction, type Tx } from '../transaction.ts';
import { chooseDirectories, excludeChosen, isAutomatic, type DirectoryChoice } from './choose-directories.ts';
import { deriveProject } from './derive-project.ts';
import { lockProject } from './lock-project.ts';
import { unmarkAutoReplace } from './mark-auto-replace.ts';

/**
 * Adds directories to a launched project from its free allowance (specification 4.3, rule 5).
 *
 * @throws ServiceError `allowance_exhausted`, `invalid_directories`, `nothing_to_submit`, `not_found`
 */
export function addDirectories(
  deps: ServiceDeps,
  scope: Scope,
  projectId: string,
  choice: DirectoryChoice,
): Promise<ProjectObject> {
  return inTransaction(deps, scope, async (tx) => {
    const project = await lockProject(tx, projectId);
    const available = requireAllowance(project);
    const directories = await chooseDirectories(tx.sql, project, choice, available);
    if (directories.length > available) throw exhausted(`The project has room for ${available} more directories.`);
    await excludeChosen(tx, project, choice);
    await addListings(tx, projectId, directories, { autoAdded: isAutomatic(choice), assetsUrl: deps.assetsUrl });
    return presentProject(await projectInTransaction(tx.sql, projectId), deps.assetsUrl);
  });
}

/** Adds listings to a locked, launched project, which an auto-replace that was due has then had. */
export async function addListings(
  tx: Tx,
  projectId: string,
  directories: readonly { id: string; domain_rating: number }[],
  { autoAdded, assetsUrl }: { autoAdded: boolean; assetsUrl: string },
): Promise<void> {
  await createListings(tx, projectId, directories, autoAdded);
  if (autoAdded) await unmarkAutoReplace(tx, projectId);
  await deriveProject(tx, projectId, assetsUrl, (project) => ({
    type: 'project.listings_added',
    project: projectId,
    data: { object: project, previous_status: null, listings_added: directories.length },
  }));
  tx.send({ kind: 'wake', target: workflowIds.launch(projectId) });
}

function requireAllowance({ progress }: ProjectView): number {
  if (!progress) throw exhausted('The project is not launched yet, so it has no allowance to add directories from.');
  const { available } = allowanceOf(progress);
  if (available === 0) throw exhausted('All of the allowance is used or reserved.');
  return available;
}

function exhausted(message: string): ServiceError {
  return new ServiceError('allowance_exhausted', message);
}
