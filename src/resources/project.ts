import { Type, type Static } from 'typebox';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/database.ts';
import { BADGE_STATUSES } from '../domain/badge/badge-status.ts';
import { CATEGORIES, PRICING_MODELS } from '../domain/eligibility.ts';
import { ACTION_CODES, LISTING_STATUSES } from '../domain/listing-status.ts';
import { allowanceOf } from '../domain/progress.ts';
import { HOLD_REASONS, PROJECT_STATUSES } from '../domain/project-status.ts';
import { ImageSchema, presentImage, type ImageRow } from './image.ts';
import { component, dictionary, id, nullable, object, oneOf, timestamp } from './schema-kit.ts';

export const ActionSchema = component(
  'Action',
  object({
    code: oneOf(ACTION_CODES),
    waiting_on: oneOf(['agency', 'client', 'service']),
    client_message: Type.String(),
  }),
);

export const MISSING = ['contact_email', 'logo', 'screenshots'] as const;
export type Missing = (typeof MISSING)[number];

const count = Type.Integer({ minimum: 0 });
const text = nullable(Type.String());

/** Specification 2.2. */
export const ProjectSchema = component(
  'Project',
  object({
    object: oneOf(['project']),
    id: id('project'),
    livemode: Type.Boolean(),
    status: oneOf(PROJECT_STATUSES),
    hold_reason: nullable(oneOf(HOLD_REASONS)),
    action: nullable(ActionSchema),
    url: Type.String(),
    name: Type.String({ minLength: 2, maxLength: 100 }),
    maker_name: text,
    contact_email: text,
    tagline: text,
    short_description: text,
    long_description: text,
    category: nullable(oneOf(CATEGORIES)),
    pricing_model: nullable(oneOf(PRICING_MODELS)),
    price_amount_cents: nullable(Type.Integer({ minimum: 0 })),
    price_period: nullable(oneOf(['monthly', 'yearly', 'one_time'])),
    launch_date: nullable(Type.String({ format: 'date' })),
    twitter_url: text,
    competitors: Type.Array(object({ name: Type.String(), url: text })),
    tags: Type.Array(Type.String()),
    audience: object({ b2b: Type.Boolean(), ai: Type.Boolean(), directory: Type.Boolean() }),
    promo_code: text,
    promo_description: text,
    logo: nullable(ImageSchema),
    screenshots: Type.Array(ImageSchema, { maxItems: 5 }),
    autofill: object({
      status: oneOf(['running', 'complete', 'failed']),
      name_source: oneOf(['domain', 'site', 'input']),
      filled: Type.Array(Type.String()),
      image_candidates: Type.Array(
        object({ url: Type.String(), suggested_as: oneOf(['logo', 'screenshot']), width: count, height: count }),
      ),
    }),
    readiness: object({ ready: Type.Boolean(), missing: Type.Array(oneOf(MISSING)) }),
    domain_rating: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
    badge: object({
      status: oneOf(BADGE_STATUSES),
      checked_at: nullable(timestamp),
    }),
    auto_replace: Type.Boolean(),
    excluded_directories: Type.Array(id('directory')),
    allowance: nullable(object({ total: count, used: count, reserved: count, available: count })),
    progress: nullable(
      object({
        total: count,
        ...(Object.fromEntries(LISTING_STATUSES.map((status) => [status, count])) as Record<
          (typeof LISTING_STATUSES)[number],
          typeof count
        >),
      }),
    ),
    external_id: text,
    metadata: dictionary(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    created_at: timestamp,
    updated_at: timestamp,
    launched_at: nullable(timestamp),
  }),
);

export type ProjectObject = Static<typeof ProjectSchema>;

/** A project's row with its images in the order directories use them. */
export type ProjectView = Selectable<Schema['project']> & { images: ImageRow[] };

/** What a launch needs and the project lacks (`readiness.missing`). */
export function missingForLaunch(project: Pick<ProjectView, 'contact_email' | 'images'>): Missing[] {
  const has = (kind: ImageRow['kind']) =>
    project.images.some((image) => image.kind === kind && image.status === 'ready');
  return MISSING.filter((item) => {
    if (item === 'contact_email') return project.contact_email === null;
    return !has(item === 'logo' ? 'logo' : 'screenshot');
  });
}

/** @param assetsUrl where images are served from, without a trailing slash */
export function presentProject(project: ProjectView, assetsUrl: string): ProjectObject {
  const missing = missingForLaunch(project);
  const images = (kind: ImageRow['kind']) =>
    project.images
      .filter((image) => image.kind === kind)
      .map((image) => presentImage(image, project.livemode, assetsUrl));
  return {
    object: 'project',
    id: project.id,
    livemode: project.livemode,
    status: project.status,
    hold_reason: project.hold_reason,
    action: project.action,
    url: project.url,
    name: project.name,
    maker_name: project.maker_name,
    contact_email: project.contact_email,
    tagline: project.tagline,
    short_description: project.short_description,
    long_description: project.long_description,
    category: project.category,
    pricing_model: project.pricing_model,
    price_amount_cents: project.price_amount_cents,
    price_period: project.price_period,
    launch_date: project.launch_date,
    twitter_url: project.twitter_url,
    competitors: project.competitors,
    tags: project.tags,
    audience: project.audience,
    promo_code: project.promo_code,
    promo_description: project.promo_description,
    logo: images('logo')[0] ?? null,
    screenshots: images('screenshot'),
    autofill: {
      status: project.autofill_status,
      name_source: project.name_source,
      filled: project.autofill_filled,
      image_candidates: project.image_candidates,
    },
    readiness: { ready: missing.length === 0, missing },
    domain_rating: project.domain_rating,
    badge: { status: project.badge_status, checked_at: project.badge_checked_at?.toISOString() ?? null },
    auto_replace: project.auto_replace,
    excluded_directories: project.excluded_directories,
    allowance: project.progress && allowanceOf(project.progress),
    progress: project.progress,
    external_id: project.external_id,
    metadata: project.metadata,
    created_at: project.created_at.toISOString(),
    updated_at: project.updated_at.toISOString(),
    launched_at: project.launched_at?.toISOString() ?? null,
  };
}
