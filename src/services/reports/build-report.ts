import type { DocumentBuilder } from '../../documents/document-builder.ts';
import { newId } from '../../db/new-id.ts';
import { FILE_KEPT_MS, reportFileName } from '../../domain/reports.ts';
import type { ReportRow } from '../../resources/report.ts';
import type { Storage } from '../../outbound/storage/storage.ts';
import { nameAsset, putFile } from '../images/put-asset.ts';
import { inTransaction } from '../transaction.ts';
import { endBuilding } from './end-building.ts';
import { readReportData, type ReportDataDeps } from './read-report-data.ts';

export interface ReportDeps extends ReportDataDeps {
  storage: Storage;
  documents: DocumentBuilder;
}

/**
 * Builds a report's file, stores it, sealed where it holds logins, and makes the report ready, with its event. One that is
 * no longer building, because an earlier try got so far or its draft was deleted, is left alone.
 *
 * @returns whether it made the report ready
 * @throws StorageUnavailable, and DocumentFault when the document cannot be built
 */
export async function buildReport(deps: ReportDeps, reportId: string): Promise<boolean> {
  const report = await readBuilding(deps, reportId);
  if (!report) return false;
  const data = await readReportData(deps, report);
  const bytes = await deps.documents.build(report.format, data);
  const key = `reports/${newId('report', deps.clock.now())}.${report.format}`;
  await putFile(deps, key, report.include_logins ? deps.secrets.sealBytes(bytes) : bytes);
  return inTransaction(deps, scopeOf(report), async (tx) => {
    const isReady = await endBuilding(tx, reportId, {
      status: 'ready',
      file_name: reportFileName(data.project.name, report, tx.now),
      asset_key: key,
      size_bytes: bytes.length,
      ready_at: tx.now,
      expires_at: new Date(tx.now.getTime() + FILE_KEPT_MS),
    });
    if (isReady) await nameAsset(tx.sql, key, tx.now);
    return isReady;
  });
}

/** Ends a report that could not be built, with its event, unless it has ended. @returns whether it ended it */
export async function failReport(deps: ReportDataDeps, reportId: string): Promise<boolean> {
  const report = await readBuilding(deps, reportId);
  if (!report) return false;
  return inTransaction(deps, scopeOf(report), (tx) => endBuilding(tx, reportId, { status: 'failed' }));
}

async function readBuilding({ db }: ReportDataDeps, reportId: string): Promise<ReportRow | undefined> {
  return db.sql
    .selectFrom('report')
    .selectAll()
    .where('id', '=', reportId)
    .where('status', '=', 'building')
    .executeTakeFirst();
}

function scopeOf({ account_id, livemode }: ReportRow) {
  return { account_id, livemode };
}
