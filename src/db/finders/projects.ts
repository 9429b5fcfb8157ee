import { sql, type RawBuilder } from 'kysely';
import type { ProjectStatus } from '../../domain/project-status.ts';
import type { ProjectView } from '../../resources/project.ts';
import { containing } from '../containing.ts';
import type { Database, Sql } from '../database.ts';
import { toPage, type Page, type PageRequest } from '../page.ts';
import type { Scope } from '../scope.ts';

/** Selects the project as the API shows it from what follows it. */
const VIEW = `
  select p.*, coalesce((
    select json_agg(json_build_object('id', i.id, 'kind', i.kind, 'status', i.status, 'asset_key', i.asset_key,
      'error', i.error) order by i.kind, i.position)
    from image i where i.project_id = p.id
  ), '[]') as images
  from`;

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
      ${VIEW} project p where p.id = $1 and p.account_id = $2 and p.livemode = $3
    ) found`,
    values: [id, scope.account_id, scope.livemode],
  });
  return rows[0] ? withTimes(rows[0].project) : null;
}

function withTimes(project: AsJson<ProjectView>): ProjectView {
  const timeOrNull = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...project,
    rating_due_at: timeOrNull(project.rating_due_at),
    auto_replace_due_at: timeOrNull(project.auto_replace_due_at),
    badge_checked_at: timeOrNull(project.badge_checked_at),
    created_at: new Date(project.created_at),
    updated_at: new Date(project.updated_at),
    launched_at: timeOrNull(project.launched_at),
  };
}

/** The project as a transaction sees it. It must exist. */
export async function projectInTransaction(db: Sql, id: string): Promise<ProjectView> {
  const { rows } = await sql<ProjectView>`${sql.raw(VIEW)} project p where p.id = ${id}`.execute(db);
  return rows[0]!;
}

type Condition = RawBuilder<boolean>;

export interface ProjectFilters {
  status?: ProjectStatus | undefined;
  external_id?: string | undefined;
  q?: string | undefined;
}

/**
 * The newest projects are looked through before the search index is asked, 50 for each that is wanted: where more than 1
 * in 50 match they fill the page, and where fewer do the index finds few.
 */
const LOOKED_THROUGH_PER_WANTED = 50;

/** A page of the mode's projects, newest first; a position is the last id. */
export async function listProjects(
  db: Sql,
  scope: Scope,
  { q, ...filters }: ProjectFilters,
  page: PageRequest<string>,
): Promise<Page<ProjectView>> {
  const listed = isListed(scope, filters, page.after);
  const wanted = page.limit + 1;
  if (q === undefined) return toPage(await newest(db, sql`project`, listed, wanted), page.limit);

  const matches = isMatch(q);
  const span = wanted * LOOKED_THROUGH_PER_WANTED;
  const latest = sql`(select * from project p where ${listed} order by p.id desc limit ${span})`;
  const found = await newest(db, latest, matches, wanted);
  if (found.length === wanted || !(await areMoreThan(db, span, listed))) return toPage(found, page.limit);
  return toPage(await newest(db, withBigrams(scope, q), sql`${listed} and ${matches}`, wanted), page.limit);
}

/** Only the conditions that are asked for, so that each combination gets the plan that suits it. */
function isListed(scope: Scope, { status, external_id }: Omit<ProjectFilters, 'q'>, after: string | null): Condition {
  const conditions = [sql<boolean>`p.account_id = ${scope.account_id}`, sql<boolean>`p.livemode = ${scope.livemode}`];
  if (after !== null) conditions.push(sql`p.id < ${after}`);
  if (status !== undefined) conditions.push(sql`p.status = ${status}`);
  if (external_id !== undefined) conditions.push(sql`p.external_id = ${external_id}`);
  return sql.join(conditions, sql` and `);
}

function isMatch(q: string): Condition {
  const pattern = containing(q);
  return sql`(p.name ilike ${pattern} or p.url ilike ${pattern})`;
}

/** By the search index, and `offset 0` keeps it so: all that match, and some that only have the same pairs of letters. */
function withBigrams({ account_id, livemode }: Scope, q: string): RawBuilder<unknown> {
  return sql`(
    select * from project
    where search_bigrams(account_id, livemode, name || E'\\n' || url) @> search_bigrams(${account_id}, ${livemode}, ${q})
    offset 0
  )`;
}

async function newest(db: Sql, source: RawBuilder<unknown>, condition: Condition, limit: number) {
  const { rows } = await sql<ProjectView>`
    ${sql.raw(VIEW)} ${source} p where ${condition} order by p.id desc limit ${limit}
  `.execute(db);
  return rows;
}

async function areMoreThan(db: Sql, count: number, listed: Condition): Promise<boolean> {
  const beyond = sql`select from project p where ${listed} order by p.id desc offset ${count} limit 1`;
  return (await beyond.execute(db)).rows.length > 0;
}
