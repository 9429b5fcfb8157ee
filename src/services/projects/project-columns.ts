import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Schema } from '../../db/database.ts';
import type { Competitor } from '../../db/entities/project.ts';
import { nameFromUrl } from '../../domain/site/domain-name.ts';
import { mergeMetadata, type UpdateProjectInput } from '../../resources/project-input.ts';
import type { ProjectView } from '../../resources/project.ts';

export type ProjectColumns = Omit<ProjectView, 'images'>;

/** Fields that are stored as they are sent, and cleared by null. */
const PLAIN = [
  'maker_name',
  'contact_email',
  'tagline',
  'short_description',
  'long_description',
  'category',
  'pricing_model',
  'price_amount_cents',
  'price_period',
  'launch_date',
  'twitter_url',
  'promo_code',
  'promo_description',
  'external_id',
] as const;

/** Columns of JSON, which a statement has to be told. */
const JSON_COLUMNS = ['competitors', 'audience', 'metadata', 'image_candidates'] as const;

/** What the fields that a body sends make of a project's columns; the columns of other fields are not in it. */
export function sentColumns(
  input: UpdateProjectInput,
  before: Pick<ProjectColumns, 'url' | 'site_name' | 'audience' | 'metadata'>,
): Partial<ProjectColumns> {
  const plain = PLAIN.filter((field) => input[field] !== undefined).map((field) => [field, input[field]]);
  return {
    ...(Object.fromEntries(plain) as Partial<ProjectColumns>),
    ...(input.name === undefined ? {} : nameColumns(input.name, before)),
    ...(input.pricing_model === 'free' ? { price_amount_cents: null } : {}),
    ...(input.competitors === undefined ? {} : { competitors: (input.competitors ?? []).map(toCompetitor) }),
    ...(input.tags === undefined ? {} : { tags: input.tags ?? [] }),
    ...(input.audience === undefined ? {} : { audience: mergeAudience(before.audience, input.audience) }),
    ...(input.metadata === undefined ? {} : { metadata: mergeMetadata(before.metadata, input.metadata) }),
    ...(input.excluded_directories === undefined ? {} : { excluded_directories: input.excluded_directories ?? [] }),
    ...(input.auto_replace === undefined ? {} : { auto_replace: input.auto_replace }),
  };
}

/** A name that is null is derived: from the site's title where autofill has read one, else from the domain. */
export function nameColumns(
  name: string | null,
  { url, site_name }: Pick<ProjectColumns, 'url' | 'site_name'>,
): Pick<ProjectColumns, 'name' | 'name_source'> {
  if (name !== null) return { name, name_source: 'input' };
  return site_name === null
    ? { name: nameFromUrl(url), name_source: 'domain' }
    : { name: site_name, name_source: 'site' };
}

/** The columns as an `insert` or `update` takes them. */
export function toRow(columns: Partial<ProjectColumns>): Insertable<Schema['project']> {
  const json = JSON_COLUMNS.filter((column) => columns[column] !== undefined).map((column) => [
    column,
    sql`${JSON.stringify(columns[column])}::json`,
  ]);
  return { ...columns, ...Object.fromEntries(json) } as Insertable<Schema['project']>;
}

function toCompetitor({ name, url }: { name: string; url?: string | null }): Competitor {
  return { name, url: url ?? null };
}

/** Members that are not sent keep their value; null is false. */
function mergeAudience(
  before: ProjectColumns['audience'],
  sent: NonNullable<UpdateProjectInput['audience']> | null,
): ProjectColumns['audience'] {
  if (sent === null) return { b2b: false, ai: false, directory: false };
  const members = Object.entries(sent).map(([name, value]) => [name, value ?? false]);
  return { ...before, ...(Object.fromEntries(members) as Partial<ProjectColumns['audience']>) };
}
