import type { Scope } from '../../db/scope.ts';
import type { BadgeFinding } from '../../domain/badge/badge-watch.ts';
import { ServiceError } from '../../errors.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import { readBadge } from '../../outbound/read-badge.ts';
import type { ProjectView } from '../../resources/project.ts';
import type { ServiceDeps } from '../deps.ts';
import { countHourlyOf, type HourlyLimit } from '../limits/count-use.ts';
import { inTransaction } from '../transaction.ts';
import { saveFinding } from './save-finding.ts';

/** Specification part 8. */
const VERIFICATIONS: HourlyLimit = {
  name: 'badge_verifications',
  most: 10,
  message: 'A badge is verified at most 10 times an hour for each project.',
};

/** How often a site is read whose address is changed meanwhile. */
const MAX_READINGS = 3;

/**
 * Reads a project's site now and saves whether its badge is there (specification 4.6).
 *
 * @returns the project with its badge installed
 * @throws ServiceError `rate_limited`, `badge_not_found` once `not_found` is saved, `not_found`
 */
export async function verifyBadge(
  deps: ServiceDeps & { fetch: GuardedFetch },
  scope: Scope,
  project: ProjectView,
): Promise<ProjectView> {
  await countHourlyOf(deps, VERIFICATIONS, project.id);
  let { url } = project;
  for (let readings = 1; ; readings++) {
    const at = deps.clock.now();
    const finding = await readBadge(deps.fetch, url, project.id);
    const saved = await inTransaction(deps, scope, (tx) => saveFinding(tx, deps, project.id, { url, finding, at }));
    if (saved.url === url || readings === MAX_READINGS) {
      if (saved.badge_status === 'installed') return saved;
      throw new ServiceError('badge_not_found', WHY[finding]);
    }
    url = saved.url;
  }
}

const WHY: Record<BadgeFinding, string> = {
  missing: "The project's badge is not in the HTML that its site sends; install one of the badge's recipes first.",
  unreadable: "The project's site could not be read; its page must answer with status 200 within 20 seconds.",
  installed: 'The project changed while its site was read; verify the badge again.',
};
