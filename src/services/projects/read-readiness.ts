import type { Sql } from '../../db/database.ts';
import { ALLOWANCE_TOTAL, allowanceOf } from '../../domain/progress.ts';
import { select } from '../../domain/selection.ts';
import type { ProjectView } from '../../resources/project.ts';
import { presentReadiness, type ReadinessObject } from '../../resources/readiness.ts';
import { readCandidates } from './choose-directories.ts';

/** What a launch of a draft, or an add to a launched project, would do now (specification 2.6). It changes nothing. */
export async function readReadiness(db: Sql, project: ProjectView): Promise<ReadinessObject> {
  const limit = project.progress ? allowanceOf(project.progress).available : ALLOWANCE_TOTAL;
  const selection = select(project, await readCandidates(db, project), limit);
  const { launches_total, launches_used } = await db
    .selectFrom('account_mode')
    .select(['launches_total', 'launches_used'])
    .where('account_id', '=', project.account_id)
    .where('livemode', '=', project.livemode)
    .executeTakeFirstOrThrow();
  return presentReadiness(project, selection, { limit, available: launches_total - launches_used });
}
