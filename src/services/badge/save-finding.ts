import type { BadgeFinding } from '../../domain/badge/badge-watch.ts';
import { allowanceOf } from '../../domain/progress.ts';
import { select } from '../../domain/selection.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { projectInTransaction } from '../../db/finders/projects.ts';
import type { ProjectView } from '../../resources/project.ts';
import type { EventDeps } from '../deps.ts';
import { readCandidates } from '../projects/choose-directories.ts';
import { deriveProject } from '../projects/derive-project.ts';
import { lockProject } from '../projects/lock-project.ts';
import { markAutoReplace } from '../projects/mark-auto-replace.ts';
import type { Tx } from '../transaction.ts';

/** What a reading for a verification came to. */
export interface BadgeReading {
  /** The address that was read. */
  url: string;
  finding: BadgeFinding;
  /** When the reading began. */
  at: Date;
}

/**
 * Saves what a verification found (specification 2.9). A project that has another address by now, or of which a later
 * reading has been saved, is left alone. A badge that is new opens the directories that ask for one: they are added where
 * the project replaces (2.2.1). From then on the badge is looked for every week, until it is lost.
 *
 * @returns the project after it
 * @throws ServiceError `not_found` when it was deleted meanwhile
 */
export async function saveFinding(
  tx: Tx,
  deps: EventDeps,
  projectId: string,
  { url, finding, at }: BadgeReading,
): Promise<ProjectView> {
  const before = await lockProject(tx, projectId);
  const isStale = before.url !== url || (before.badge_checked_at !== null && before.badge_checked_at > at);
  if (isStale) return before;
  const badge_status = finding === 'installed' ? 'installed' : 'not_found';
  await tx.sql
    .updateTable('project')
    .set({ badge_status, badge_checked_at: at, updated_at: tx.now })
    .where('id', '=', projectId)
    .execute();
  const was = before.badge_status;
  if (was !== badge_status && (was === 'installed' || badge_status === 'installed')) {
    tx.send({ kind: 'wake', target: workflowIds.badge(projectId) });
  }
  if (badge_status === 'installed' && was !== 'installed') {
    await replaceWithOpened(tx, { ...before, badge_status }, deps);
  }
  return projectInTransaction(tx.sql, projectId);
}

/** A project that nothing can be added to is not marked: it would be in progress for a moment, and say so. */
async function replaceWithOpened(tx: Tx, project: ProjectView, { assetsUrl }: EventDeps): Promise<void> {
  if (!project.progress || !project.auto_replace) return;
  const { available } = allowanceOf(project.progress);
  if (select(project, await readCandidates(tx.sql, project), available).selected.length === 0) return;
  await markAutoReplace(tx, [project.id]);
  await deriveProject(tx, project.id, assetsUrl);
}
