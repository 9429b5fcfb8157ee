import type { Sql } from '../../db/database.ts';
import type { CatalogEntry } from '../../resources/catalog-entry.ts';

/**
 * Entries of a file, with the present rating of each directory whose rating was measured at the address that the file
 * gives: files are older than measurements. A directory without one, or of another address, gets the file's.
 */
export async function keepMeasuredRatings(db: Sql, entries: readonly CatalogEntry[]): Promise<CatalogEntry[]> {
  const rows = await db
    .selectFrom('directory')
    .select(['slug', 'url', 'domain_rating'])
    .where('rating_measured_at', 'is not', null)
    .execute();
  const measured = new Map(rows.map((row) => [row.slug, row]));
  return entries.map((entry) => {
    const present = measured.get(entry.slug);
    return present?.url === entry.url ? { ...entry, domain_rating: present.domain_rating } : entry;
  });
}
