import { urlKey } from './url-key.ts';
import type { Scope } from '../../db/scope.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { validationFailed } from '../../errors.ts';
import type { AccountState } from '../../resources/account.ts';
import { updateFailures, type UpdateProjectInput } from '../../resources/project-input.ts';
import { presentProject, type ProjectObject, type ProjectView } from '../../resources/project.ts';
import { projectInTransaction } from '../../db/finders/projects.ts';
import type { ServiceDeps } from '../deps.ts';
import { scheduleRating } from '../ratings/schedule-rating.ts';
import { inTransaction, type Tx } from '../transaction.ts';
import { deriveProject } from './derive-project.ts';
import { lockProject } from './lock-project.ts';
import { unmarkAutoReplace } from './mark-auto-replace.ts';
import { nameColumns, sentColumns, toRow, type ProjectColumns } from './project-columns.ts';
import { uniqueProject } from './unique-project.ts';

/** The fields that autofill may fill. */
const FILLED_FIELDS = ['name', 'tagline', 'short_description'] as const;

/**
 * Changes the fields that are sent (specification 4.2). A new address of a draft is read anew; edits of a launched project
 * apply to listings that have not reached their directory.
 *
 * @param input its `url` trimmed
 * @throws ServiceError `validation_failed`, `project_exists`, `not_found`
 */
export function updateProject(
  deps: ServiceDeps,
  scope: Scope,
  state: AccountState,
  projectId: string,
  input: UpdateProjectInput,
): Promise<ProjectObject> {
  return uniqueProject(deps, scope, input, () =>
    inTransaction(deps, scope, async (tx) => {
      // It may lock the account, which comes before the project.
      const ratingDueAt = input.url === undefined ? null : await scheduleRating(tx, state);
      const before = await lockProject(tx, projectId);
      const failures = updateFailures(input, before);
      if (failures.length > 0) throw validationFailed(failures);
      const changes = changesOf(before, input, ratingDueAt);
      if (Object.keys(changes).length > 0) {
        const row = toRow({ ...changes, updated_at: tx.now });
        await tx.sql.updateTable('project').set(row).where('id', '=', projectId).execute();
      }
      if (changes.auto_replace === false && before.auto_replace_due_at) await giveUpAutoReplace(tx, projectId, deps);
      if (changes.url !== undefined && before.status === 'draft')
        tx.send({ kind: 'wake', target: workflowIds.intake(projectId) });
      if (changes.badge_status !== undefined && before.badge_status === 'installed')
        tx.send({ kind: 'wake', target: workflowIds.badge(projectId) });
      return presentProject(await projectInTransaction(tx.sql, projectId), deps.assetsUrl);
    }),
  );
}

/** A project that no longer replaces does not wait for it either. */
async function giveUpAutoReplace(tx: Tx, projectId: string, { assetsUrl }: ServiceDeps): Promise<void> {
  await unmarkAutoReplace(tx, projectId);
  await deriveProject(tx, projectId, assetsUrl);
}

/** The columns that get another value. */
function changesOf(before: ProjectView, input: UpdateProjectInput, ratingDueAt: Date | null): Partial<ProjectColumns> {
  const isMoved = input.url !== undefined && input.url !== before.url;
  const moved = isMoved ? { ...siteColumns(before, input.url!), rating_due_at: ratingDueAt } : {};
  const site = { ...before, ...moved };
  const sent = sentColumns(input, site);
  const columns = { ...moved, ...sent, autofill_filled: stillFilled(site, sent) };
  return Object.fromEntries(
    Object.entries(columns).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof ProjectColumns]),
    ),
  );
}

/** The fields whose value is the site's: what is sent is so no longer, unless the name became the site's again. */
function stillFilled(site: ProjectView, sent: Partial<ProjectColumns>): string[] {
  const nameSource = sent.name_source ?? site.name_source;
  return FILLED_FIELDS.filter((field) =>
    field === 'name' ? nameSource === 'site' : site.autofill_filled.includes(field) && !(field in sent),
  );
}

function isRead({ autofill_status }: ProjectView): boolean {
  return autofill_status !== 'running';
}

/** What a new address makes of what is known of the site: on a draft, what the old one filled is filled anew. */
function siteColumns(before: ProjectView, url: string): Partial<ProjectColumns> {
  const unknown = { badge_status: 'not_checked' as const, badge_checked_at: null, domain_rating: null };
  const known = {
    url,
    url_key: urlKey(url),
    ...unknown,
    site_name: null,
    ...(before.name_source === 'input' ? {} : nameColumns(null, { url, site_name: null })),
  };
  // A reading of the old address that still runs is dropped when it ends.
  if (before.status !== 'draft') return { ...known, ...(isRead(before) ? {} : { autofill_status: 'complete' }) };
  const filled = FILLED_FIELDS.filter((field) => field !== 'name' && before.autofill_filled.includes(field));
  return {
    ...known,
    ...Object.fromEntries(filled.map((field) => [field, null])),
    autofill_status: 'running',
    autofill_filled: [],
    image_candidates: [],
  };
}
