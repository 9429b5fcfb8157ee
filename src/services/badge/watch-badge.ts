import type { Sql } from '../../db/database.ts';
import type { EventDeps } from '../deps.ts';
import { inTransaction } from '../transaction.ts';
import { saveFinding, type BadgeReading } from './save-finding.ts';

/** A badge that was found, as its workflow reads it. */
export interface InstalledBadge {
  accountId: string;
  livemode: boolean;
  /** The site that it is on. */
  url: string;
  /** When it was last found, in ISO 8601. */
  foundAt: string;
}

/** @returns null where the project is gone or its badge does not count as installed */
export async function readInstalledBadge(db: Sql, projectId: string): Promise<InstalledBadge | null> {
  const project = await db
    .selectFrom('project')
    .select(['account_id', 'livemode', 'url', 'badge_checked_at'])
    .where('id', '=', projectId)
    .where('badge_status', '=', 'installed')
    .executeTakeFirst();
  return (
    (project?.badge_checked_at && {
      accountId: project.account_id,
      livemode: project.livemode,
      url: project.url,
      foundAt: project.badge_checked_at.toISOString(),
    }) ??
    null
  );
}

/**
 * Saves what a reading by the workflow came to. Listings that were made stay as they are, whatever it found; a draft that
 * was deleted meanwhile has nothing to save.
 */
export async function saveWatchedBadge(deps: EventDeps, projectId: string, reading: BadgeReading): Promise<void> {
  const scope = await deps.db.sql
    .selectFrom('project')
    .select(['account_id', 'livemode'])
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (scope) await inTransaction(deps, scope, (tx) => saveFinding(tx, deps, projectId, reading), reading.at);
}
