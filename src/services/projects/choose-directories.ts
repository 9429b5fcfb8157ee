import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';
import { fits, type DirectoryRules } from '../../domain/eligibility.ts';
import type { ProjectView } from '../../resources/project.ts';

export interface ChosenDirectory extends DirectoryRules {
  id: string;
  domain_rating: number;
}

/**
 * What `auto` takes: the highest rated directories that are open, not excluded, have no listing of the project, and fit
 * it.
 *
 * @param limit the free allowance
 */
export async function chooseDirectories(db: Sql, project: ProjectView, limit: number): Promise<ChosenDirectory[]> {
  const { rows } = await sql<ChosenDirectory>`
    select id, domain_rating, accepts, categories, pricing_models, requirements from directory d
    where open and not id = any(${project.excluded_directories})
      and not exists (select 1 from listing l where l.project_id = ${project.id} and l.directory_id = d.id)
    order by domain_rating desc, id
  `.execute(db);
  return rows.filter((directory) => fits(project, directory)).slice(0, limit);
}
