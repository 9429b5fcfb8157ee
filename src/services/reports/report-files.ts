import type { Sql } from '../../db/database.ts';
import type { Storage } from '../../outbound/storage/storage.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Tx } from '../transaction.ts';

/**
 * Deletes the file of a report that has expired. The report no longer names it before it goes; a crash in between leaves
 * it to the sweep of discarded assets.
 *
 * @throws StorageUnavailable
 */
export async function deleteReportFile(
  { db, storage }: ServiceDeps & { storage: Storage },
  reportId: string,
  now: Date,
): Promise<void> {
  const [key] = await db.sql.transaction().execute((tx) => discardFiles(tx, [reportId], now));
  if (key === undefined) return;
  await storage.delete(key);
  await db.sql.deleteFrom('discarded_asset').where('key', '=', key).execute();
}

/** Gives up the files of a project's reports, in the transaction that deletes the project; its reports go with it. */
export async function discardReports(tx: Tx, projectId: string): Promise<void> {
  const reports = await tx.sql.selectFrom('report').select('id').where('project_id', '=', projectId).execute();
  await discardFiles(
    tx.sql,
    reports.map(({ id }) => id),
    tx.now,
  );
}

/** Gives up the files of these reports, which may be deleted from `now` on. @returns their keys */
export async function discardFiles(db: Sql, ids: string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const files = await db
    .selectFrom('report')
    .select('asset_key as key')
    .where('id', 'in', ids)
    .where('asset_key', 'is not', null)
    .forUpdate()
    .execute();
  if (files.length === 0) return [];
  const keys = files.map(({ key }) => key!);
  await db
    .insertInto('discarded_asset')
    .values(keys.map((key) => ({ key, delete_after: now })))
    .execute();
  await db.updateTable('report').set({ asset_key: null }).where('asset_key', 'in', keys).execute();
  return keys;
}
