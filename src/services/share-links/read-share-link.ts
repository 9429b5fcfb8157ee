import type { Scope } from '../../db/scope.ts';
import { presentShareLink, type ShareLinkObject } from '../../resources/share-link.ts';
import { isActive, noActiveLink } from './active-link.ts';
import type { ShareLinkDeps } from './share-link-deps.ts';

/**
 * The active link of a project of this account and mode.
 *
 * @throws ServiceError `not_found`
 */
export async function readShareLink(
  { db, clock, secrets, shareUrl }: ShareLinkDeps,
  { livemode }: Scope,
  projectId: string,
): Promise<ShareLinkObject> {
  const link = await db.sql
    .selectFrom('share_link')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(isActive(clock.now()))
    .executeTakeFirst();
  if (!link) throw noActiveLink();
  return presentShareLink(link, { livemode, url: `${shareUrl}/${secrets.open(link.sealed_token)}` });
}
