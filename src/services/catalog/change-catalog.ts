import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { writeOutbox } from '../../outbox/record.ts';
import type { CatalogEntry } from '../../resources/catalog-entry.ts';
import type { TransactionDeps } from '../transaction.ts';
import { compareCatalog, readEntries, type CatalogDifference } from './compare-catalog.ts';
import { keepMeasuredRatings } from './keep-measured-ratings.ts';
import { saveDirectories } from './save-directories.ts';

/** Adds directories and brings those of the same slugs up to date; others are left as they are, and so are measured ratings. */
export function importCatalog(deps: TransactionDeps, entries: readonly CatalogEntry[]): Promise<CatalogDifference> {
  return changeCatalog(deps, (db) => keepMeasuredRatings(db, entries));
}

/** What an import of these would change. */
export async function previewImport(db: Sql, entries: readonly CatalogEntry[]): Promise<CatalogDifference> {
  return compareCatalog(db, await keepMeasuredRatings(db, entries));
}

/** Changes a directory, which must exist; a rating that is given stands until it is measured. Its slug names it for good. */
export function editDirectory(
  deps: TransactionDeps,
  slug: string,
  changes: Partial<Omit<CatalogEntry, 'slug'>>,
): Promise<CatalogDifference> {
  return changeCatalog(deps, async (db) => {
    const [entry] = await readEntries(db, [slug]);
    return [{ ...entry!, ...changes }];
  });
}

/**
 * The one function that changes the catalog, one change at a time. Directories that are new or open again are left to be
 * announced to the projects that replace (specification 2.2.1).
 */
async function changeCatalog(
  { db, clock, wake }: TransactionDeps,
  entriesOf: (db: Sql) => Promise<readonly CatalogEntry[]>,
): Promise<CatalogDifference> {
  const { difference, announced } = await db.sql.transaction().execute(async (tx) => {
    await sql`lock table directory in share row exclusive mode`.execute(tx);
    const entries = await entriesOf(tx);
    const difference = await compareCatalog(tx, entries);
    await saveDirectories(tx, entries);
    await forget(tx, difference.closed);
    const announced = await announce(tx, [...difference.added, ...difference.reopened], clock.now());
    if (announced) await writeOutbox(tx, [{ kind: 'wake', target: workflowIds.catalogChanges }]);
    return { difference, announced };
  });
  if (announced) wake('outbox');
  return difference;
}

/** @returns whether there is anything to announce */
async function announce(db: Sql, slugs: string[], now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update directory set announce_due_at = ${now} where slug = any(${slugs}) and open
  `.execute(db);
  return numAffectedRows !== 0n;
}

async function forget(db: Sql, slugs: string[]): Promise<void> {
  await sql`update directory set announce_due_at = null where slug = any(${slugs})`.execute(db);
}
