import type { Sql } from '../../db/database.ts';
import { CATALOG_FIELDS, type CatalogEntry } from '../../resources/catalog-entry.ts';

/** What entries would change of the catalog, by slug. A directory that closes or reopens may change besides. */
export interface CatalogDifference {
  added: string[];
  changed: { slug: string; fields: string[] }[];
  closed: string[];
  reopened: string[];
  unchanged: number;
}

/** Compares entries with the directories of the same slugs. Other directories are not looked at. */
export async function compareCatalog(db: Sql, entries: readonly CatalogEntry[]): Promise<CatalogDifference> {
  const slugs = entries.map(({ slug }) => slug);
  const present = new Map((await readEntries(db, slugs)).map((entry) => [entry.slug, entry]));
  const difference: CatalogDifference = { added: [], changed: [], closed: [], reopened: [], unchanged: 0 };
  for (const entry of entries) place(difference, present.get(entry.slug), entry);
  return difference;
}

/** The catalog as files have it, highest rating first, then by slug; all of it when no slugs are given. */
export function readEntries(db: Sql, slugs?: readonly string[]): Promise<CatalogEntry[]> {
  const query = db.selectFrom('directory').select(CATALOG_FIELDS).orderBy('domain_rating', 'desc').orderBy('slug');
  return (slugs ? query.where((where) => where('slug', '=', where.fn.any(where.val(slugs)))) : query).execute();
}

function place(difference: CatalogDifference, before: CatalogEntry | undefined, after: CatalogEntry): void {
  const { slug } = after;
  if (!before) return void difference.added.push(slug);
  const fields = CATALOG_FIELDS.filter(
    (field) => field !== 'open' && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (fields.length > 0) difference.changed.push({ slug, fields });
  if (before.open && !after.open) difference.closed.push(slug);
  else if (!before.open && after.open) difference.reopened.push(slug);
  else if (fields.length === 0) difference.unchanged++;
}
