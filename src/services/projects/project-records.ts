import type { Sql } from '../../db/database.ts';
import { listProjects, projectInTransaction } from '../../db/finders/projects.ts';
import type { Page } from '../../db/page.ts';
import type { Scope } from '../../db/scope.ts';
import type { ProjectView } from '../../resources/project.ts';

/** A project of whatever account and mode, for an operator. @returns null when there is no such project */
export async function readProjectRecord(db: Sql, projectId: string): Promise<ProjectView | null> {
  const found = await db.selectFrom('project').select('id').where('id', '=', projectId).executeTakeFirst();
  return found ? projectInTransaction(db, projectId) : null;
}

/** The projects of an account in a mode, newest first. */
export function listProjectRecords(db: Sql, scope: Scope, limit: number): Promise<Page<ProjectView>> {
  return listProjects(db, scope, {}, { limit, after: null });
}
