import { sql } from 'kysely';
import { projectInTransaction } from '../../db/finders/projects.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { presentProject, type ProjectView } from '../../resources/project.ts';
import type { Tx } from '../transaction.ts';

/**
 * Locks a project, before its images and listings, and reads it.
 *
 * @throws ServiceError `not_found` when it was deleted meanwhile
 */
export async function lockProject(tx: Tx, projectId: string): Promise<ProjectView> {
  const { rows } = await sql`select 1 from project where id = ${projectId} for no key update`.execute(tx.sql);
  if (rows.length === 0) throw notFound('project');
  return projectInTransaction(tx.sql, projectId);
}

/**
 * Locks a project that is not launched yet.
 *
 * @throws ServiceError `already_launched` with `existing`, `not_found`
 */
export async function lockDraft(tx: Tx, projectId: string, assetsUrl: string): Promise<ProjectView> {
  const project = await lockProject(tx, projectId);
  if (project.status === 'draft') return project;
  throw new ServiceError(
    'already_launched',
    'The project is launched already: it can neither be launched again nor deleted.',
    { existing: presentProject(project, assetsUrl) },
  );
}
