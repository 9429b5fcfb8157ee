import { sql } from 'kysely';
import type { Accepts, Requirement } from '../../domain/eligibility.ts';
import type { DirectoryRow } from '../../resources/directory.ts';
import { containing } from '../containing.ts';
import type { Sql } from '../database.ts';
import { toPage, type Page, type PageRequest } from '../page.ts';

/** A directory of the catalog, open or not. */
export async function findDirectory(db: Sql, id: string): Promise<DirectoryRow | null> {
  return (await db.selectFrom('directory').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** A directory of the catalog by the name that files give it, open or not. */
export async function findDirectoryBySlug(db: Sql, slug: string): Promise<DirectoryRow | null> {
  return (await db.selectFrom('directory').selectAll().where('slug', '=', slug).executeTakeFirst()) ?? null;
}

export interface DirectoryFilters {
  /** Part of the name or the URL, whatever its case. */
  q?: string | undefined;
  accepts?: Accepts | undefined;
  requirement?: Requirement | undefined;
  open?: boolean | undefined;
}

export interface DirectoryPosition {
  rating: number;
  id: string;
}

/** A page of the catalog, highest rating first, then by id. */
export async function listDirectories(
  db: Sql,
  { q, accepts, requirement, open }: DirectoryFilters,
  { after, limit }: PageRequest<DirectoryPosition>,
): Promise<Page<DirectoryRow>> {
  let query = db.selectFrom('directory').selectAll();
  if (after) {
    query = query.where(
      sql<boolean>`(domain_rating < ${after.rating} or (domain_rating = ${after.rating} and id > ${after.id}))`,
    );
  }
  if (q !== undefined) {
    const pattern = containing(q);
    query = query.where((where) => where.or([where('name', 'ilike', pattern), where('url', 'ilike', pattern)]));
  }
  if (accepts !== undefined) query = query.where('accepts', '=', accepts);
  if (requirement !== undefined) query = query.where(sql<boolean>`${requirement} = any(requirements)`);
  if (open !== undefined) query = query.where('open', '=', open);
  const rows = await query
    .orderBy('domain_rating', 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit);
}
