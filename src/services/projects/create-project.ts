import { newId } from '../../db/new-id.ts';
import type { Scope } from '../../db/scope.ts';
import { projectInTransaction } from '../../db/finders/projects.ts';
import { urlKey } from './url-key.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { presentProject, type ProjectObject } from '../../resources/project.ts';
import type { CreateProjectInput } from '../../resources/project-input.ts';
import type { AccountState } from '../../resources/account.ts';
import type { ServiceDeps } from '../deps.ts';
import { scheduleRating } from '../ratings/schedule-rating.ts';
import { inTransaction, type Tx } from '../transaction.ts';
import { sentColumns, toRow, type ProjectColumns } from './project-columns.ts';
import { requireProjectQuota } from './project-quota.ts';
import { uniqueProject } from './unique-project.ts';

/**
 * Makes a draft (specification 4.2). Its site is read and its images are imported behind it.
 *
 * @throws ServiceError `project_exists` with `param` and `existing`, `quota_exceeded`
 */
export function createProject(
  deps: ServiceDeps,
  scope: Scope,
  state: AccountState,
  input: CreateProjectInput,
): Promise<ProjectObject> {
  return uniqueProject(deps, scope, input, () =>
    inTransaction(deps, scope, async (tx) => {
      const id = newId('project', tx.now);
      await insertProject(tx, id, state, input);
      if (state === 'setup' && !scope.livemode) await requireProjectQuota(tx);
      await insertImports(tx, id, input);
      tx.send({ kind: 'wake', target: workflowIds.intake(id) });
      return presentProject(await projectInTransaction(tx.sql, id), deps.assetsUrl);
    }),
  );
}

/** What a draft is before anything is said of it. */
const NEW_DRAFT = {
  status: 'draft',
  competitors: [],
  tags: [],
  audience: { b2b: false, ai: false, directory: false },
  autofill_status: 'running',
  autofill_filled: [],
  image_candidates: [],
  site_name: null,
  badge_status: 'not_checked',
  auto_replace: true,
  excluded_directories: [],
  metadata: {},
} satisfies Partial<ProjectColumns>;

async function insertProject(
  tx: Tx,
  id: string,
  state: AccountState,
  { url, ...input }: CreateProjectInput,
): Promise<void> {
  const { logo_url: _logo, screenshot_urls: _screenshots, ...fields } = input;
  const row = toRow({
    ...NEW_DRAFT,
    ...tx.scope,
    id,
    url,
    url_key: urlKey(url),
    ...sentColumns({ ...fields, name: fields.name ?? null }, { ...NEW_DRAFT, url }),
    rating_due_at: await scheduleRating(tx, state),
    created_at: tx.now,
    updated_at: tx.now,
  });
  await tx.sql.insertInto('project').values(row).execute();
}

async function insertImports(tx: Tx, projectId: string, input: CreateProjectInput): Promise<void> {
  const logo = input.logo_url ? [{ kind: 'logo' as const, position: 0, source_url: input.logo_url }] : [];
  const screenshots = (input.screenshot_urls ?? []).map((source_url, position) => ({
    kind: 'screenshot' as const,
    position,
    source_url,
  }));
  const images = [...logo, ...screenshots];
  if (images.length === 0) return;
  await tx.sql
    .insertInto('image')
    .values(
      images.map((image) => ({
        ...image,
        id: newId('image', tx.now),
        project_id: projectId,
        status: 'importing' as const,
        created_at: tx.now,
      })),
    )
    .execute();
}
