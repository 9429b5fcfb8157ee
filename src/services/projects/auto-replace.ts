import { allowanceOf } from '../../domain/progress.ts';
import { select } from '../../domain/selection.ts';
import type { ProjectView } from '../../resources/project.ts';
import { isSuspended } from '../accounts/is-suspended.ts';
import type { ServiceDeps } from '../deps.ts';
import { inTransaction, type Tx } from '../transaction.ts';
import { addListings } from './add-directories.ts';
import { readCandidates } from './choose-directories.ts';
import { deriveProject } from './derive-project.ts';
import { lockProject } from './lock-project.ts';
import { unmarkAutoReplace } from './mark-auto-replace.ts';
import { scopeOfProject } from './scope-of-project.ts';

/**
 * Fills the free allowance of a project that is marked, as `auto` would, and takes the mark away. A project on hold, or of
 * a suspended account, keeps it until then.
 *
 * @param at the workflow's time
 * @returns how many directories were added
 */
export async function autoReplace(deps: ServiceDeps, projectId: string, at: Date): Promise<number> {
  const scope = await scopeOfProject(deps.db.sql, projectId);
  return inTransaction(
    deps,
    scope,
    async (tx) => {
      const project = await lockProject(tx, projectId);
      if (!project.auto_replace_due_at || project.hold_reason || (await isSuspended(tx))) return 0;
      const added = await selectReplacements(tx, project);
      if (added.length > 0) {
        await addListings(tx, projectId, added, { autoAdded: true, assetsUrl: deps.assetsUrl });
      } else {
        await unmarkAutoReplace(tx, projectId);
        await deriveProject(tx, projectId, deps.assetsUrl);
      }
      return added.length;
    },
    at,
  );
}

async function selectReplacements(tx: Tx, project: ProjectView) {
  if (!project.auto_replace) return [];
  const { available } = allowanceOf(project.progress!);
  return select(project, await readCandidates(tx.sql, project), available).selected;
}
