import type { Sql } from '../../db/database.ts';
import type { ReportFormat, ReportStatus } from '../../domain/reports.ts';

/** What a report's workflow knows of it. Times are ISO 8601. */
export interface ReportSnapshot {
  accountId: string;
  livemode: boolean;
  projectId: string;
  projectName: string;
  format: ReportFormat;
  includeLogins: boolean;
  status: ReportStatus;
  fileName: string | null;
  createdAt: string;
  expiresAt: string | null;
}

/** The report's present state; null when its draft was deleted. */
export async function readReport(db: Sql, reportId: string): Promise<ReportSnapshot | null> {
  const report = await db
    .selectFrom('report')
    .innerJoin('project', 'project.id', 'report.project_id')
    .selectAll('report')
    .select('project.name as project_name')
    .where('report.id', '=', reportId)
    .executeTakeFirst();
  if (!report) return null;
  return {
    accountId: report.account_id,
    livemode: report.livemode,
    projectId: report.project_id,
    projectName: report.project_name,
    format: report.format,
    includeLogins: report.include_logins,
    status: report.status,
    fileName: report.file_name,
    createdAt: report.created_at.toISOString(),
    expiresAt: report.expires_at?.toISOString() ?? null,
  };
}
