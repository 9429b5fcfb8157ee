import type { Sql } from '../db/database.ts';
import type { ProjectView } from '../resources/project.ts';
import { readProjectRecord } from '../services/projects/project-records.ts';
import { Refusal } from './refusal.ts';

/**
 * The project with this id.
 *
 * @throws Refusal when there is none
 */
export async function requireProject(db: Sql, projectId: string): Promise<ProjectView> {
  const project = await readProjectRecord(db, projectId);
  if (!project) throw new Refusal(`There is no project ${projectId}.`);
  return project;
}
