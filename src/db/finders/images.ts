import type { Database } from '../database.ts';
import type { Scope } from '../scope.ts';

/** Whether a project shows a screenshot under this id, which one that is still imported does not. */
export async function hasScreenshot({ sql }: Database, scope: Scope, projectId: string, id: string): Promise<boolean> {
  const row = await sql
    .selectFrom('image')
    .innerJoin('project', 'project.id', 'image.project_id')
    .select('image.id')
    .where('image.id', '=', id)
    .where('image.kind', '=', 'screenshot')
    .where('image.status', '<>', 'importing')
    .where('project.id', '=', projectId)
    .where('project.account_id', '=', scope.account_id)
    .where('project.livemode', '=', scope.livemode)
    .executeTakeFirst();
  return row !== undefined;
}
