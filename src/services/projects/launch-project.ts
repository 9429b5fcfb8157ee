import { sql } from 'kysely';
import type { Scope } from '../../db/scope.ts';
import { projectInTransaction } from '../../db/finders/projects.ts';
import { ALLOWANCE_TOTAL, progressOf } from '../../domain/progress.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { ServiceError } from '../../errors.ts';
import { missingForLaunch, presentProject, type ProjectObject, type ProjectView } from '../../resources/project.ts';
import type { ServiceDeps } from '../deps.ts';
import { createListings } from '../listings/create-listings.ts';
import { inTransaction, type Tx } from '../transaction.ts';
import { lockDraft } from './lock-project.ts';
import { chooseDirectories, excludeChosen, isAutomatic, type DirectoryChoice } from './choose-directories.ts';

export interface LaunchOptions {
  directories: DirectoryChoice;
  /** When absent it is left as it is, but false where directories are named. */
  auto_replace?: boolean | undefined;
}

/**
 * Launches a draft (specification 4.3): one credit, the listings, the
 * allowance and the event in one transaction. A failed launch spends nothing.
 *
 * @throws ServiceError `no_launches_left`, `already_launched`, `not_ready`, `invalid_directories`, `nothing_to_submit`,
 *   `not_found`
 */
export function launchProject(
  deps: ServiceDeps,
  scope: Scope,
  projectId: string,
  options: LaunchOptions,
): Promise<ProjectObject> {
  return inTransaction(deps, scope, async (tx) => {
    await spendLaunch(tx);
    const project = await lockDraft(tx, projectId, deps.assetsUrl);
    requireReady(project);
    const { directories: choice } = options;
    const directories = await chooseDirectories(tx.sql, project, choice, ALLOWANCE_TOTAL);
    await createListings(tx, projectId, directories, isAutomatic(choice));
    await excludeChosen(tx, project, choice);
    await startProject(tx, projectId, directories.length, autoReplaceAfter(options));
    const launched = presentProject(await projectInTransaction(tx.sql, projectId), deps.assetsUrl);
    tx.record({
      type: 'project.launched',
      project: projectId,
      data: { object: launched, previous_status: 'draft', listings_created: directories.length },
    });
    tx.send({ kind: 'wake', target: workflowIds.launch(projectId) });
    return launched;
  });
}

/** Takes one launch of the account. The row is the first lock, so two launches at once spend two credits or fail. */
async function spendLaunch({ sql: db, scope }: Tx): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('account_mode')
    .set({ launches_used: sql`launches_used + 1` })
    .where('account_id', '=', scope.account_id)
    .where('livemode', '=', scope.livemode)
    .whereRef('launches_used', '<', 'launches_total')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw new ServiceError('no_launches_left', 'The account has no launches left; a launch needs 1.');
  }
}

function requireReady(project: ProjectView): void {
  const missing = missingForLaunch(project);
  if (missing.length === 0) return;
  const errors = missing.map((param) => ({ param, code: 'missing' as const }));
  throw new ServiceError('not_ready', `A launch needs ${missing.join(', ')}, which the project lacks.`, {
    param: missing[0]!,
    errors,
  });
}

function autoReplaceAfter({ directories, auto_replace }: LaunchOptions): boolean | undefined {
  return auto_replace ?? (isAutomatic(directories) ? undefined : false);
}

async function startProject(
  tx: Tx,
  projectId: string,
  created: number,
  autoReplace: boolean | undefined,
): Promise<void> {
  const progress = progressOf([{ status: 'pending', count: created }]);
  await tx.sql
    .updateTable('project')
    .set({
      status: 'in_progress',
      progress: sql`${JSON.stringify(progress)}::json`,
      launched_at: tx.now,
      updated_at: tx.now,
      ...(autoReplace === undefined ? {} : { auto_replace: autoReplace }),
    })
    .where('id', '=', projectId)
    .execute();
}
