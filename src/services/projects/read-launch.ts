import type { Sql } from '../../db/database.ts';
import type { Progress } from '../../domain/progress.ts';
import type { HoldReason, ProjectStatus } from '../../domain/project-status.ts';
import type { ListingAction } from '../../domain/listing-status.ts';

/** A launched project as its workflow sums it up. */
export interface LaunchSummary {
  accountId: string;
  livemode: boolean;
  name: string;
  status: ProjectStatus;
  holdReason: HoldReason | null;
  action: ListingAction | null;
  progress: Progress;
  /** Since when directories are to be added (ISO 8601); null when none are. */
  autoReplaceDueAt: string | null;
}

/** It must be launched. */
export async function readLaunch(db: Sql, projectId: string): Promise<LaunchSummary> {
  const project = await db
    .selectFrom('project')
    .select(['account_id', 'livemode', 'name', 'status', 'hold_reason', 'action', 'progress', 'auto_replace_due_at'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return {
    accountId: project.account_id,
    livemode: project.livemode,
    name: project.name,
    status: project.status,
    holdReason: project.hold_reason,
    action: project.action,
    progress: project.progress!,
    autoReplaceDueAt: project.auto_replace_due_at?.toISOString() ?? null,
  };
}
