import { defineEntity, p } from '@mikro-orm/core';
import type { ReportFormat, ReportStatus } from '../../domain/reports.ts';

export const Report = defineEntity({
  name: 'report',
  tableName: 'report',
  properties: {
    id: p.text().primary(),
    project_id: p.text(),
    account_id: p.text(),
    livemode: p.boolean(),
    format: p.text().$type<ReportFormat>(),
    include_logins: p.boolean(),
    status: p.text().$type<ReportStatus>(),
    file_name: p.text().nullable(),
    /** The key under which storage holds the file; null until it is ready, and once it was deleted. */
    asset_key: p.text().nullable(),
    size_bytes: p.integer().nullable(),
    created_at: p.datetime(),
    ready_at: p.datetime().nullable(),
    /** When the file is deleted. */
    expires_at: p.datetime().nullable(),
  },
});
