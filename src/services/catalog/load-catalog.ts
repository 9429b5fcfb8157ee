import type { Sql } from '../../db/database.ts';
import type { CatalogEntry } from '../../resources/catalog-entry.ts';
import { saveDirectories } from './save-directories.ts';

/** Fills the catalog of a new installation. One that has directories is its operator's, and left as it is. */
export async function loadCatalog(db: Sql, entries: readonly CatalogEntry[]): Promise<void> {
  const any = await db.selectFrom('directory').select('id').limit(1).executeTakeFirst();
  if (!any) await saveDirectories(db, entries);
}
