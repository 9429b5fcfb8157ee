import { sql } from 'kysely';
import { newId } from '../../db/new-id.ts';
import type { Metadata } from '../../db/entities/project.ts';
import type { Scope } from '../../db/scope.ts';
import { projectInTransaction } from '../../db/finders/projects.ts';
import { nameFromUrl } from '../../domain/site/domain-name.ts';
import { urlKey } from './url-key.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { validationFailed } from '../../errors.ts';
import { presentProject, type ProjectObject } from '../../resources/project.ts';
import type { CreateProjectInput } from '../../resources/project-input.ts';
import type { AccountState } from '../../resources/account.ts';
import type { ServiceDeps } from '../deps.ts';
import { inTransaction, type Tx } from '../transaction.ts';
import { requireProjectQuota } from './project-quota.ts';
import { uniqueProject } from './unique-project.ts';

/**
 * Makes a draft (specification 4.2). Its site is read and its images are imported behind it.
 *
 * @throws ServiceError `project_exists` with `param` and `existing`, `quota_exceeded`, `validation_failed` for unknown
 *   excluded directories
 */
export function createProject(
  deps: ServiceDeps,
  scope: Scope,
  state: AccountState,
  input: CreateProjectInput,
): Promise<ProjectObject> {
  return uniqueProject(deps, scope, input, () =>
    inTransaction(deps, scope, async (tx) => {
      await requireKnownDirectories(tx, input.excluded_directories ?? []);
      const id = newId('project', tx.now);
      await insertProject(tx, id, input);
      if (state === 'setup' && !scope.livemode) await requireProjectQuota(tx);
      await insertImports(tx, id, input);
      tx.send({ kind: 'wake', target: workflowIds.intake(id) });
      return presentProject(await projectInTransaction(tx.sql, id), deps.assetsUrl);
    }),
  );
}

async function requireKnownDirectories(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.sql.selectFrom('directory').select('id').where('id', 'in', ids).execute();
  const known = new Set(rows.map((row) => row.id));
  const errors = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ param: `excluded_directories[${index}]`, code: 'unknown' as const }],
  );
  if (errors.length > 0) throw validationFailed(errors);
}

async function insertProject(tx: Tx, id: string, input: CreateProjectInput): Promise<void> {
  const metadata = Object.entries(input.metadata ?? {}).filter(([, value]) => value !== null);
  const { b2b, ai, directory } = input.audience ?? {};
  await tx.sql
    .insertInto('project')
    .values({
      ...tx.scope,
      id,
      status: 'draft',
      url: input.url,
      url_key: urlKey(input.url),
      name: input.name ?? nameFromUrl(input.url),
      name_source: input.name ? 'input' : 'domain',
      maker_name: input.maker_name ?? null,
      contact_email: input.contact_email ?? null,
      tagline: input.tagline ?? null,
      short_description: input.short_description ?? null,
      long_description: input.long_description ?? null,
      category: input.category ?? null,
      pricing_model: input.pricing_model ?? null,
      price_amount_cents: input.price_amount_cents ?? null,
      price_period: input.price_period ?? null,
      launch_date: input.launch_date ?? null,
      twitter_url: input.twitter_url ?? null,
      competitors: json((input.competitors ?? []).map(({ name, url }) => ({ name, url: url ?? null }))),
      tags: input.tags ?? [],
      audience: json({ b2b: b2b ?? false, ai: ai ?? false, directory: directory ?? false }),
      promo_code: input.promo_code ?? null,
      promo_description: input.promo_description ?? null,
      autofill_status: 'running',
      autofill_filled: [],
      image_candidates: json([]),
      badge_status: 'not_checked',
      auto_replace: input.auto_replace ?? true,
      excluded_directories: input.excluded_directories ?? [],
      external_id: input.external_id ?? null,
      metadata: json<Metadata>(Object.fromEntries(metadata) as Metadata),
      created_at: tx.now,
      updated_at: tx.now,
    })
    .execute();
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

function json<T>(value: T) {
  return sql<T>`${JSON.stringify(value)}::json`;
}
