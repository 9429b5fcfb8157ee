import type { Scope } from '../../db/scope.ts';
import { presentShareLink, type ShareLinkObject } from '../../resources/share-link.ts';
import { lockProject } from '../projects/lock-project.ts';
import { inTransaction } from '../transaction.ts';
import type { ShareLinkDeps } from './share-link-deps.ts';
import { hashShareToken, newShareToken } from './share-token.ts';

/**
 * Makes the project's one link (specification 4.5); the page of a former one is gone at once.
 *
 * @param expiresAt in the future, or null for never
 * @throws ServiceError `not_found` when the project was deleted meanwhile
 */
export function createShareLink(
  deps: ShareLinkDeps,
  scope: Scope,
  projectId: string,
  expiresAt: Date | null,
): Promise<ShareLinkObject> {
  return inTransaction(deps, scope, async (tx) => {
    await lockProject(tx, projectId);
    const token = newShareToken();
    const link = {
      token_hash: hashShareToken(token),
      sealed_token: deps.secrets.seal(token),
      created_at: tx.now,
      expires_at: expiresAt,
      view_count: 0,
      last_viewed_at: null,
    };
    await tx.sql
      .insertInto('share_link')
      .values({ project_id: projectId, ...link })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(link))
      .execute();
    const url = `${deps.shareUrl}/${token}`;
    return presentShareLink({ project_id: projectId, ...link }, { livemode: scope.livemode, url });
  });
}
