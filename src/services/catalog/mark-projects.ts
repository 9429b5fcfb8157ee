import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';
import { fitOf, type DirectoryRules } from '../../domain/eligibility.ts';
import { allowanceOf } from '../../domain/progress.ts';
import type { ProjectView } from '../../resources/project.ts';
import type { EventDeps } from '../deps.ts';
import { deriveProject, lockProjects } from '../projects/derive-project.ts';
import { markAutoReplace } from '../projects/mark-auto-replace.ts';
import { inTransaction } from '../transaction.ts';

const AT_ONCE = 200;

type Rules = DirectoryRules & { id: string };

/**
 * Marks those of the next 200 projects that replace, have free allowance and are fitted by one of these directories
 * (specification 2.2.1). Repeating it marks none twice.
 *
 * @param after the last project that was looked at; null to begin
 * @param at the workflow's time
 * @returns the last project of these 200; null when there are no more
 */
export async function markProjectsForDirectories(
  deps: EventDeps,
  directoryIds: readonly string[],
  after: string | null,
  at: Date,
): Promise<string | null> {
  const { ids, replacing } = await readBatch(deps.db.sql, after);
  const fitted = await withFitting(deps.db.sql, replacing, directoryIds);
  const byScope = Map.groupBy(fitted, ({ account_id, livemode }) => `${account_id}/${livemode}`);
  for (const projects of byScope.values()) {
    const { account_id, livemode } = projects[0]!;
    const ofScope = projects.map(({ id }) => id);
    await inTransaction(
      deps,
      { account_id, livemode },
      async (tx) => {
        await lockProjects(tx, ofScope);
        await markAutoReplace(tx, ofScope);
        for (const id of ofScope) await deriveProject(tx, id, deps.assetsUrl);
      },
      at,
    );
  }
  return ids.length === AT_ONCE ? ids.at(-1)! : null;
}

/**
 * The next projects, and which of them may take another directory. All are locked before they are read: a launch or an
 * add that chose from the catalog as it was before has ended then, and whatever begins later sees it as it is.
 */
function readBatch(db: Sql, after: string | null): Promise<{ ids: string[]; replacing: ProjectView[] }> {
  return db.transaction().execute(async (tx) => {
    const locked = await sql<{ id: string }>`
      select id from project where id > ${after ?? ''} order by id limit ${AT_ONCE} for no key update
    `.execute(tx);
    const ids = locked.rows.map(({ id }) => id);
    const { rows } = await sql<ProjectView>`
      select * from project
      where id = any(${ids}) and auto_replace and launched_at is not null and auto_replace_due_at is null
      order by id
    `.execute(tx);
    return { ids, replacing: rows.filter(({ progress }) => allowanceOf(progress!).available > 0) };
  });
}

async function withFitting(db: Sql, projects: ProjectView[], directoryIds: readonly string[]): Promise<ProjectView[]> {
  if (projects.length === 0) return [];
  const directories = await db
    .selectFrom('directory')
    .select(['id', 'accepts', 'categories', 'pricing_models', 'requirements'])
    .where('id', 'in', directoryIds)
    .where('open', '=', true)
    .execute();
  const used = await readUsed(db, projects, directories);
  return projects.filter((project) =>
    directories.some(
      (directory) =>
        !used.has(`${project.id}/${directory.id}`) &&
        !project.excluded_directories.includes(directory.id) &&
        fitOf(project, directory).fits,
    ),
  );
}

async function readUsed(db: Sql, projects: ProjectView[], directories: Rules[]): Promise<Set<string>> {
  const { rows } = await sql<{ pair: string }>`
    select project_id || '/' || directory_id as pair from listing
    where project_id = any(${projects.map(({ id }) => id)}) and directory_id = any(${directories.map(({ id }) => id)})
  `.execute(db);
  return new Set(rows.map(({ pair }) => pair));
}
