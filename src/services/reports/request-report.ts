import { newId } from '../../db/new-id.ts';
import type { Scope } from '../../db/scope.ts';
import { BUILD_PAUSE_MS, type ReportFormat } from '../../domain/reports.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { ServiceError } from '../../errors.ts';
import { presentReport, type ReportObject } from '../../resources/report.ts';
import type { ServiceDeps } from '../deps.ts';
import { lockProject } from '../projects/lock-project.ts';
import { inTransaction, type Tx } from '../transaction.ts';

export interface ReportKind {
  format: ReportFormat;
  include_logins: boolean;
}

/**
 * Begins to build a report of a project, launched or not; its workflow does the rest.
 *
 * @throws ServiceError `rate_limited` when the last one of the kind began too short a time ago, `not_found`
 */
export function requestReport(
  deps: ServiceDeps,
  scope: Scope,
  projectId: string,
  kind: ReportKind,
): Promise<ReportObject> {
  return inTransaction(deps, scope, async (tx) => {
    await lockProject(tx, projectId);
    await requirePause(tx, projectId, kind);
    const report = {
      ...scope,
      ...kind,
      id: newId('report', tx.now),
      project_id: projectId,
      status: 'building' as const,
      created_at: tx.now,
    };
    await tx.sql.insertInto('report').values(report).execute();
    tx.send({ kind: 'start', target: workflowIds.report(report.id) });
    return presentReport({ ...report, file_name: null, ready_at: null, expires_at: null });
  });
}

/** Specification part 8: compared with the last build of the kind. The project is locked, so two at once are one too many. */
async function requirePause(tx: Tx, projectId: string, { format, include_logins }: ReportKind): Promise<void> {
  const last = await tx.sql
    .selectFrom('report')
    .select('created_at')
    .where('project_id', '=', projectId)
    .where('format', '=', format)
    .where('include_logins', '=', include_logins)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return;
  const pauseMs = BUILD_PAUSE_MS[format];
  const waitMs = last.created_at.getTime() + pauseMs - tx.now.getTime();
  if (waitMs <= 0) return;
  const kind = `${format.toUpperCase()} report ${include_logins ? 'with' : 'without'} logins`;
  throw new ServiceError(
    'rate_limited',
    `A project gets one ${kind} every ${pauseMs / 1_000} seconds; wait a little.`,
    {
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
    },
  );
}
