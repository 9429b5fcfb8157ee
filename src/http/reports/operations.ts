import { Type } from 'typebox';
import { findReport } from '../../db/finders/reports.ts';
import { REPORT_FORMATS } from '../../domain/reports.ts';
import { ServiceError } from '../../errors.ts';
import { BUILDING, READY_REPORT } from '../../resources/examples/report.ts';
import { presentReport, ReportSchema, type ReportRow } from '../../resources/report.ts';
import { component, object, oneOf } from '../../resources/schema-kit.ts';
import type { Caller } from '../../services/accounts/authenticate.ts';
import { openReportFile } from '../../services/reports/open-report-file.ts';
import { requestReport } from '../../services/reports/request-report.ts';
import type { AppDeps } from '../app-deps.ts';
import { FileAnswer } from '../file-answer.ts';
import { operation } from '../operation.ts';
import { projectInPath } from '../projects/operations.ts';

const CONTENT_TYPES = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const reportInPath = {
  kind: 'report',
  by: ({ db }: AppDeps, { scope }: Caller, id: string) => findReport(db, scope, id),
};

export const createReport = operation({
  id: 'createReport',
  method: 'POST',
  path: '/projects/{project_id}/reports',
  tag: 'Reports',
  summary: "Build a report of a project's listings",
  description: `Starts to build a file, which takes some seconds: wait for the event \`report.ready\`, or read the report until its status is no longer
    \`building\`. Per project there can be a PDF every 30 seconds and an XLSX every 10.`,
  body: component(
    'CreateReport',
    object({ format: oneOf(REPORT_FORMATS), include_logins: Type.Optional(Type.Boolean({ default: false })) }),
  ),
  bodyExamples: { pdf: { format: 'pdf' }, with_logins: { format: 'xlsx', include_logins: true } },
  success: { status: 201, description: 'The report, which is being built.', schema: ReportSchema, example: BUILDING },
  errors: ['not_found'],
  takesIdempotencyKey: true,
  find: projectInPath,
  handle: ({ deps, caller, body: { format, include_logins = false }, found }) =>
    requestReport(deps, caller.scope, found.id, { format, include_logins }),
});

export const getReport = operation({
  id: 'getReport',
  method: 'GET',
  path: '/reports/{report_id}',
  tag: 'Reports',
  summary: 'Read a report; one with logins takes a key with full permissions',
  description:
    'Shows whether the file is ready and until when it can be downloaded. A report with logins takes a key with full permissions.',
  success: { status: 200, description: 'The report.', schema: ReportSchema, example: READY_REPORT },
  errors: ['not_found', 'permission_denied'],
  find: reportInPath,
  handle({ caller, found }) {
    requireLoginPermission(caller, found);
    return Promise.resolve(presentReport(found));
  },
});

export const downloadReport = operation({
  id: 'downloadReport',
  method: 'GET',
  path: '/reports/{report_id}/file',
  tag: 'Reports',
  summary: "Download a report's file; one with logins takes a key with full permissions",
  description: 'The file itself, which is kept for 7 days. A report with logins takes a key with full permissions.',
  success: {
    status: 200,
    description: 'The file, under the name that the report shows.',
    contentTypes: Object.values(CONTENT_TYPES),
  },
  errors: ['not_found', 'permission_denied', 'gone'],
  find: reportInPath,
  async handle({ deps, caller, found }) {
    requireLoginPermission(caller, found);
    const { status, format, file_name } = found;
    if (status !== 'ready') {
      const why = status === 'building' ? 'is still being built' : 'could not be built';
      throw new ServiceError('not_found', `The report has no file: it ${why}.`);
    }
    const file = await openReportFile(deps, found);
    if (!file) {
      throw new ServiceError('gone', 'The file of this report was kept for 7 days and is gone; build a new report.');
    }
    return new FileAnswer(file, CONTENT_TYPES[format], file_name!);
  },
});

/** Specification 4.4: such a report is credentials. */
function requireLoginPermission({ permissions }: Caller, { include_logins }: ReportRow): void {
  if (!include_logins || permissions === 'full') return;
  throw new ServiceError('permission_denied', 'A report with logins takes a key with full permissions.');
}
