import type { Sql } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';

/** The account and mode of a project that a workflow or an operator names. It must exist. */
export function scopeOfProject(db: Sql, projectId: string): Promise<Scope> {
  return db
    .selectFrom('project')
    .select(['account_id', 'livemode'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
}
