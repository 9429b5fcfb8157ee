import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';
import { chooseBadges, type BadgeCandidate } from '../../domain/badge/choose-badges.ts';
import { renderFragments, type BadgeDirectory } from '../../domain/badge/render-fragments.ts';
import { readBrand } from '../accounts/account-brand.ts';

/**
 * The badges that a project needs now, as fragments of HTML (specification 2.9).
 *
 * @param assetsUrl where directory logos are served from, without a trailing slash
 * @returns null when there is no such project
 */
export async function readFeed(db: Sql, projectId: string, assetsUrl: string): Promise<string[] | null> {
  const project = await db
    .selectFrom('project')
    .innerJoin('account', 'account.id', 'project.account_id')
    .selectAll('project')
    .select('account.name as agency_name')
    .where('project.id', '=', projectId)
    .executeTakeFirst();
  if (!project) return null;
  const [brand, { rows }] = await Promise.all([
    readBrand(db, project.account_id),
    sql<BadgeCandidate & BadgeDirectory>`
      select d.id, d.name, d.url, d.accepts, d.categories, d.pricing_models, d.requirements, d.open,
        d.id = any(${project.excluded_directories}) as excluded, l.status as listing_status
      from directory d left join listing l on l.project_id = ${projectId} and l.directory_id = d.id
      where 'badge' = any(d.requirements)
      order by d.domain_rating desc, d.id
    `.execute(db),
  ]);
  const look = { projectId, agencyName: project.agency_name, color: brand.primaryColor, assetsUrl };
  return renderFragments(chooseBadges(project, rows), look);
}
