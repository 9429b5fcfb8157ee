import { sql } from 'kysely';
import { projectInTransaction } from '../../db/finders/projects.ts';
import type { ListingAction } from '../../domain/listing-status.ts';
import { progressOf, type Progress } from '../../domain/progress.ts';
import { deriveProjectStatus, type ProjectStatus } from '../../domain/project-status.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { presentProject, type ProjectObject } from '../../resources/project.ts';
import type { NewEvent } from '../../outbox/record.ts';
import type { Tx } from '../transaction.ts';

/** Locks projects, in the order of their ids: before any of their listings. */
export async function lockProjects({ sql: db }: Pick<Tx, 'sql'>, ids: string[]): Promise<void> {
  await sql`select 1 from project where id = any(${ids}) order by id for no key update`.execute(db);
}

/**
 * Makes a launched project's counts, action and status what its listings make them: the one function that changes a
 * project's status after launch. The caller has locked the project.
 *
 * @param cause the event of what brought it about, which comes before that of the status
 */
export async function deriveProject(
  tx: Tx,
  projectId: string,
  assetsUrl: string,
  cause?: (project: ProjectObject) => NewEvent,
): Promise<void> {
  const before = await tx.sql
    .selectFrom('project')
    .select(['status', 'hold_reason', 'auto_replace_due_at'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const { progress, action } = await causesOf(tx, projectId);
  const autoReplaceDue = before.auto_replace_due_at !== null;
  const status = deriveProjectStatus({ holdReason: before.hold_reason, action, progress, autoReplaceDue });
  await tx.sql
    .updateTable('project')
    .set({
      status,
      action: sql`${action && JSON.stringify(action)}::json`,
      progress: sql`${JSON.stringify(progress)}::json`,
      updated_at: tx.now,
    })
    .where('id', '=', projectId)
    .execute();
  if (!cause && status === before.status) return;
  const project = presentProject(await projectInTransaction(tx.sql, projectId), assetsUrl);
  if (cause) tx.record(cause(project));
  if (status !== before.status) announce(tx, project, before.status);
}

function announce(tx: Tx, project: ProjectObject, previous: ProjectStatus): void {
  tx.record({
    type: `project.${project.status as Exclude<ProjectStatus, 'draft'>}`,
    project: project.id,
    data: { object: project, previous_status: previous },
  });
  tx.send({ kind: 'wake', target: workflowIds.launch(project.id) });
}

/** Counts by status, and the action of the listing that has waited longest for the agency or client. */
async function causesOf(tx: Tx, projectId: string): Promise<{ progress: Progress; action: ListingAction | null }> {
  const { rows } = await sql<{ progress: Parameters<typeof progressOf>[0] | null; action: ListingAction | null }>`
    select (
      select json_agg(c) from (
        select status, count(*)::int as count from listing where project_id = ${projectId} group by status
      ) c
    ) as progress, (
      select action from listing
      where project_id = ${projectId} and status = 'action_required' and action ->> 'waiting_on' <> 'service'
      order by moved_at, id limit 1
    ) as action
  `.execute(tx.sql);
  return { progress: progressOf(rows[0]!.progress ?? []), action: rows[0]!.action };
}
