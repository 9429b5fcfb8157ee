import { sql } from 'kysely';
import { newId } from '../../db/new-id.ts';
import type { Scope } from '../../db/scope.ts';
import { projectInTransaction } from '../../db/finders/projects.ts';
import { QUEUE_RANK } from '../../domain/listing-move.ts';
import { ALLOWANCE_TOTAL, progressOf } from '../../domain/progress.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { missingForLaunch, presentProject, type ProjectObject, type ProjectView } from '../../resources/project.ts';
import type { ServiceDeps } from '../deps.ts';
import { wakeCapacity, wakeListings } from '../listings/change-listings.ts';
import { inTransaction, type Tx } from '../transaction.ts';
import { chooseDirectories, type ChosenDirectory } from './choose-directories.ts';

export interface LaunchOptions {
  /** Left as it is when absent. */
  auto_replace?: boolean | undefined;
}

/**
 * Launches a draft on the best directories that it qualifies for (specification 4.3): one credit, the listings, the
 * allowance and the event in one transaction. A failed launch spends nothing.
 *
 * @throws ServiceError `no_launches_left`, `already_launched`, `not_ready`, `nothing_to_submit`, `not_found`
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
    const directories = await chooseDirectories(tx.sql, project, ALLOWANCE_TOTAL);
    if (directories.length === 0) {
      throw new ServiceError('nothing_to_submit', 'No directory of the catalog fits the project now.');
    }
    await createListings(tx, projectId, directories);
    await startProject(tx, projectId, directories.length, options);
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

async function lockDraft(tx: Tx, projectId: string, assetsUrl: string): Promise<ProjectView> {
  const { rows } = await sql`select 1 from project where id = ${projectId} for no key update`.execute(tx.sql);
  if (rows.length === 0) throw notFound('project');
  const project = await projectInTransaction(tx.sql, projectId);
  if (project.status !== 'draft') {
    const existing = presentProject(project, assetsUrl);
    throw new ServiceError('already_launched', 'The project is launched already; add directories instead.', {
      existing,
    });
  }
  const missing = missingForLaunch(project);
  if (missing.length > 0) {
    const errors = missing.map((param) => ({ param, code: 'missing' as const }));
    throw new ServiceError('not_ready', `A launch needs ${missing.join(', ')}, which the project lacks.`, {
      param: missing[0]!,
      errors,
    });
  }
  return project;
}

async function createListings(tx: Tx, projectId: string, directories: ChosenDirectory[]): Promise<void> {
  const listings = directories.map((directory) => ({ ...directory, listing_id: newId('listing', tx.now) }));
  await sql`
    insert into listing (id, project_id, account_id, livemode, directory_id, directory_rating, status, queued_at,
      queue_rank, version, created_at, moved_at)
    select v.listing_id, ${projectId}, ${tx.scope.account_id}, ${tx.scope.livemode}, v.id, v.domain_rating, 'pending',
      ${tx.now}, ${QUEUE_RANK.new}, 1, ${tx.now}, ${tx.now}
    from json_to_recordset(${JSON.stringify(listings)}::json) as v(listing_id text, id text, domain_rating int)
  `.execute(tx.sql);
  wakeCapacity(tx);
  wakeListings(
    tx,
    listings.map((listing) => listing.listing_id),
  );
}

async function startProject(tx: Tx, projectId: string, created: number, options: LaunchOptions): Promise<void> {
  const progress = progressOf([{ status: 'pending', count: created }]);
  await tx.sql
    .updateTable('project')
    .set({
      status: 'in_progress',
      progress: sql`${JSON.stringify(progress)}::json`,
      launched_at: tx.now,
      updated_at: tx.now,
      ...(options.auto_replace === undefined ? {} : { auto_replace: options.auto_replace }),
    })
    .where('id', '=', projectId)
    .execute();
}
