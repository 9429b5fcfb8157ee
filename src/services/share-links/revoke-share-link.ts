import type { Scope } from '../../db/scope.ts';
import { presentShareLink, type ShareLinkObject } from '../../resources/share-link.ts';
import { isActive, noActiveLink } from './active-link.ts';
import type { ShareLinkDeps } from './share-link-deps.ts';

/**
 * Revokes the active link of a project of this account and mode; nothing of it is kept.
 *
 * @throws ServiceError `not_found`
 */
export async function revokeShareLink(
  { db, clock, secrets, shareUrl }: ShareLinkDeps,
  { livemode }: Scope,
  projectId: string,
): Promise<ShareLinkObject> {
  const now = clock.now();
  const link = await db.sql
    .deleteFrom('share_link')
    .where('project_id', '=', projectId)
    .where(isActive(now))
    .returningAll()
    .executeTakeFirst();
  if (!link) throw noActiveLink();
  const url = `${shareUrl}/${secrets.open(link.sealed_token)}`;
  return presentShareLink(link, { livemode, url, revokedAt: now });
}
