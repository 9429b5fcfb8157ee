import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';
import type { BadgeFinding } from '../../domain/badge/badge-watch.ts';
import type { ServiceDeps } from '../deps.ts';

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

/** What a reading by the workflow came to. */
export interface WatchedReading {
  finding: BadgeFinding;
  /** When the reading began, in ISO 8601. */
  at: string;
}

/**
 * Saves what a reading by the workflow came to, unless anything was verified, moved or deleted since what it watches was
 * read: only a verification makes a badge installed. Listings that were made stay as they are, whatever it found.
 */
export async function saveWatchedBadge(
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  projectId: string,
  { url, foundAt }: Pick<InstalledBadge, 'url' | 'foundAt'>,
  { finding, at }: WatchedReading,
): Promise<void> {
  await db.sql
    .updateTable('project')
    .set({
      badge_status: finding === 'installed' ? 'installed' : 'not_found',
      badge_checked_at: new Date(at),
      updated_at: clock.now(),
    })
    .where('id', '=', projectId)
    .where('badge_status', '=', 'installed')
    .where('url', '=', url)
    .where(sql`date_trunc('milliseconds', badge_checked_at)`, '=', new Date(foundAt))
    .execute();
}
