import type { Sql } from '../../db/database.ts';
import type { ReportFormat } from '../../domain/reports.ts';
import { isActive } from './active-link.ts';
import { hashShareToken } from './share-token.ts';

export interface SharedReportFile {
  format: ReportFormat;
  fileName: string;
  assetKey: string;
}

/** The PNG of the agency whose page an active link opens; null when there is no such link or no logo. */
export async function findSharedLogo(db: Sql, token: string, now: Date): Promise<Buffer | null> {
  const row = await linkTo(db, token, now)
    .innerJoin('account_brand as b', 'b.account_id', 'p.account_id')
    .select('b.logo')
    .executeTakeFirst();
  return row?.logo ?? null;
}

/** A report that the page of an active link lists; null when there is none: one with logins never is. */
export async function findSharedReport(
  db: Sql,
  token: string,
  reportId: string,
  now: Date,
): Promise<SharedReportFile | null> {
  const row = await linkTo(db, token, now)
    .innerJoin('report as r', 'r.project_id', 'p.id')
    .select(['r.format', 'r.file_name', 'r.asset_key'])
    .where('r.id', '=', reportId)
    .where('r.include_logins', '=', false)
    .where('r.asset_key', 'is not', null)
    .where('r.expires_at', '>', now)
    .executeTakeFirst();
  return row ? { format: row.format, fileName: row.file_name!, assetKey: row.asset_key! } : null;
}

function linkTo(db: Sql, token: string, now: Date) {
  return db
    .selectFrom('share_link')
    .innerJoin('project as p', 'p.id', 'share_link.project_id')
    .where('share_link.token_hash', '=', hashShareToken(token))
    .where(isActive(now));
}
