import { sql } from 'kysely';
import type { ProjectStatus } from '../../domain/project-status.ts';
import type { ProjectView } from '../../resources/project.ts';
import type { Database, Sql } from '../database.ts';
import { toPage, type Page, type PageRequest } from '../page.ts';
import type { Scope } from '../scope.ts';

const VIEW = `
  select p.*, coalesce((
    select json_agg(json_build_object('id', i.id, 'kind', i.kind, 'status', i.status, 'asset_key', i.asset_key,
      'error', i.error) order by i.kind, i.position)
    from image i where i.project_id = p.id
  ), '[]') as images
  from project p`;

/** A row as JSON, which has no times: they arrive as text. */
type AsJson<T> = {
  [Name in keyof T]: T[Name] extends Date ? string : T[Name] extends Date | null ? string | null : T[Name];
};

/**
 * The project as the API shows it, or null. This is the hottest read, so it is one prepared statement with one column:
 * 45 of them cost the driver half as much again as the whole query.
 */
export async function findProject(db: Database, scope: Scope, id: string): Promise<ProjectView | null> {
  const { rows } = await db.pipeline.query<{ project: AsJson<ProjectView> }>({
    name: 'find_project',
    text: `select row_to_json(found) as project from (
      ${VIEW} where p.id = $1 and p.account_id = $2 and p.livemode = $3
    ) found`,
    values: [id, scope.account_id, scope.livemode],
  });
  return rows[0] ? withTimes(rows[0].project) : null;
}

function withTimes(project: AsJson<ProjectView>): ProjectView {
  const timeOrNull = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...project,
    badge_checked_at: timeOrNull(project.badge_checked_at),
    created_at: new Date(project.created_at),
    updated_at: new Date(project.updated_at),
    launched_at: timeOrNull(project.launched_at),
  };
}

/** The project as a transaction sees it. It must exist. */
export async function projectInTransaction(db: Sql, id: string): Promise<ProjectView> {
  const { rows } = await sql<ProjectView>`${sql.raw(VIEW)} where p.id = ${id}`.execute(db);
  return rows[0]!;
}

export interface ProjectFilters {
  status?: ProjectStatus | undefined;
  external_id?: string | undefined;
  q?: string | undefined;
}

/** A page of the mode's projects, newest first; a position is the last id. */
export async function listProjects(
  db: Sql,
  scope: Scope,
  filters: ProjectFilters,
  page: PageRequest<string>,
): Promise<Page<ProjectView>> {
  const { status = null, external_id = null, q = null } = filters;
  const pattern = q && `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<ProjectView>`
    ${sql.raw(VIEW)}
    where p.account_id = ${scope.account_id} and p.livemode = ${scope.livemode}
      and (${page.after}::text is null or p.id < ${page.after})
      and (${status}::text is null or p.status = ${status})
      and (${external_id}::text is null or p.external_id = ${external_id})
      and (${pattern}::text is null or p.name ilike ${pattern} or p.url ilike ${pattern})
    order by p.id desc limit ${page.limit + 1}
  `.execute(db);
  return toPage(rows, page.limit);
}
