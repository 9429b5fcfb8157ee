import type { HoldReason } from '../../domain/project-status.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { validationFailed } from '../../errors.ts';
import type { EventDeps } from '../deps.ts';
import { wakeCapacity } from '../listings/change-listings.ts';
import { inTransaction } from '../transaction.ts';
import { deriveProject } from './derive-project.ts';
import { lockProject } from './lock-project.ts';
import { scopeOfProject } from './scope-of-project.ts';

/**
 * Holds a launched project: its pending listings do not start and no directory is added, while what is in progress goes
 * on. Null releases it, and wakes what waited. Repeating either changes nothing.
 *
 * @param at the workflow's time; the clock's when absent
 * @throws ServiceError `not_found`, `validation_failed` with `status` / `not_allowed` for a draft
 */
export async function setHold(deps: EventDeps, projectId: string, reason: HoldReason | null, at?: Date): Promise<void> {
  const scope = await scopeOfProject(deps.db.sql, projectId);
  await inTransaction(
    deps,
    scope,
    async (tx) => {
      const project = await lockProject(tx, projectId);
      if (!project.launched_at) {
        throw validationFailed(
          [{ param: 'status', code: 'not_allowed' }],
          'A draft cannot be held: it is not launched.',
        );
      }
      if (project.hold_reason === reason) return;
      await tx.sql.updateTable('project').set({ hold_reason: reason }).where('id', '=', projectId).execute();
      await deriveProject(tx, projectId, deps.assetsUrl);
      tx.send({ kind: 'wake', target: workflowIds.launch(projectId) });
      if (reason === null) wakeCapacity(tx);
    },
    at,
  );
}
