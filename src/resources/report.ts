import type { Selectable } from 'kysely';
import { Type, type Static } from 'typebox';
import type { Schema } from '../db/database.ts';
import { REPORT_FORMATS, REPORT_STATUSES } from '../domain/reports.ts';
import { component, id, nullable, object, oneOf, timestamp } from './schema-kit.ts';

/** Specification 2.7. */
export const ReportSchema = component(
  'Report',
  object({
    object: oneOf(['report']),
    id: id('report'),
    livemode: Type.Boolean(),
    project: id('project'),
    format: oneOf(REPORT_FORMATS),
    include_logins: Type.Boolean(),
    status: oneOf(REPORT_STATUSES),
    file_name: nullable(Type.String()),
    created_at: timestamp,
    ready_at: nullable(timestamp),
    expires_at: nullable(timestamp),
  }),
);

export type ReportObject = Static<typeof ReportSchema>;
export type ReportRow = Selectable<Schema['report']>;

export function presentReport(report: Omit<ReportRow, 'asset_key' | 'size_bytes'>): ReportObject {
  return {
    object: 'report',
    id: report.id,
    livemode: report.livemode,
    project: report.project_id,
    format: report.format,
    include_logins: report.include_logins,
    status: report.status,
    file_name: report.file_name,
    created_at: report.created_at.toISOString(),
    ready_at: report.ready_at?.toISOString() ?? null,
    expires_at: report.expires_at?.toISOString() ?? null,
  };
}
