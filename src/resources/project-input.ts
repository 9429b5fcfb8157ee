/** The bodies of create and update project (specification 4.2), with the rules that a schema cannot say. */
import { Type, type Static } from 'typebox';
import type { Metadata } from '../db/entities/project.ts';
import { CATEGORIES, PRICING_MODELS, type PricingModel } from '../domain/eligibility.ts';
import type { Failure } from '../errors.ts';
import type { ProjectView } from './project.ts';
import { component, dictionary, id, nullable, object, oneOf } from './schema-kit.ts';

const MAX_URL = 2_048;

/** Matches dates but those of the year 0, which the calendar does not have. */
export const NOT_YEAR_ZERO = '^(?!0000)';

const text = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })));
const flag = Type.Optional(nullable(Type.Boolean()));

/** An http or https address; whether it is public is asked where it is fetched. */
const publicUrl = Type.String({ maxLength: MAX_URL, format: 'web-url' });

/** The client's site; spaces around it are trimmed. Whether it is public is asked in live mode only. */
const siteUrl = Type.String({ maxLength: MAX_URL, format: 'site-url' });

/** The most properties that `metadata` may have. */
export const MAX_METADATA = 20;

/** What `metadata` may hold; null removes a key. */
const metadataValue = Type.Unsafe<string | number | boolean | null>({
  type: ['string', 'number', 'boolean', 'null'],
  maxLength: 500,
});

/** How many members it may have is known once those that are null are gone. */
const metadata = Type.Optional(nullable(dictionary(metadataValue, { propertyNames: { minLength: 1, maxLength: 40 } })));

const settable = {
  name: Type.Optional(nullable(Type.String({ minLength: 2, maxLength: 100 }))),
  maker_name: text(100),
  contact_email: Type.Optional(nullable(Type.String({ maxLength: 254, format: 'email' }))),
  tagline: text(100),
  short_description: text(500),
  long_description: text(2_000),
  category: Type.Optional(nullable(oneOf(CATEGORIES))),
  pricing_model: Type.Optional(nullable(oneOf(PRICING_MODELS))),
  price_amount_cents: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))),
  price_period: Type.Optional(nullable(oneOf(['monthly', 'yearly', 'one_time']))),
  launch_date: Type.Optional(nullable(Type.String({ format: 'date', pattern: NOT_YEAR_ZERO }))),
  twitter_url: Type.Optional(nullable(Type.String({ maxLength: MAX_URL, format: 'twitter-url' }))),
  competitors: Type.Optional(
    nullable(
      Type.Array(
        object({
          name: Type.String({ minLength: 1, maxLength: 100 }),
          url: Type.Optional(nullable(publicUrl)),
        }),
        { maxItems: 20 },
      ),
    ),
  ),
  tags: Type.Optional(nullable(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 10 }))),
  audience: Type.Optional(nullable(object({ b2b: flag, ai: flag, directory: flag }))),
  promo_code: text(50),
  promo_description: text(500),
  external_id: text(100),
  excluded_directories: Type.Optional(nullable(Type.Array(id('directory'), { uniqueItems: true }))),
  auto_replace: Type.Optional(Type.Boolean()),
};

export const CreateProjectSchema = component(
  'CreateProject',
  object({
    url: siteUrl,
    ...settable,
    metadata,
    logo_url: Type.Optional(nullable(publicUrl)),
    screenshot_urls: Type.Optional(nullable(Type.Array(publicUrl, { minItems: 1, maxItems: 5 }))),
  }),
);

export type CreateProjectInput = Static<typeof CreateProjectSchema>;

/** Null or an empty string clears a field; `metadata` is merged. */
export const UpdateProjectSchema = component(
  'UpdateProject',
  object({ url: Type.Optional(siteUrl), ...settable, metadata }, { minProperties: 1 }),
);

export type UpdateProjectInput = Static<typeof UpdateProjectSchema>;

/** What of a project decides whether a change of it is allowed. */
export type ProjectBefore = Pick<ProjectView, 'status' | 'contact_email' | 'pricing_model' | 'metadata'>;

/** The cross rules of a new project's fields: a free product has no price, and `metadata` has 20 members. */
export function createFailures(input: Partial<CreateProjectInput>): Failure[] {
  return [...priceFailures(input, null), ...metadataFailures(input, {})];
}

/** The cross rules of a change: those of a new project, and a contact that is fixed after launch. */
export function updateFailures(input: Partial<UpdateProjectInput>, before: ProjectBefore): Failure[] {
  const failures = [...priceFailures(input, before.pricing_model), ...metadataFailures(input, before.metadata)];
  const { contact_email } = input;
  if (contact_email !== undefined && contact_email !== before.contact_email && before.status !== 'draft') {
    failures.push({ param: 'contact_email', code: 'fixed_after_launch' });
  }
  return failures;
}

function metadataFailures({ metadata: sent }: Partial<UpdateProjectInput>, before: Metadata): Failure[] {
  const count = Object.keys(mergeMetadata(before, sent)).length;
  return count > MAX_METADATA
    ? [{ param: 'metadata', code: 'too_many', takes: `at most ${MAX_METADATA} members` }]
    : [];
}

function priceFailures(input: Partial<UpdateProjectInput>, before: PricingModel | null): Failure[] {
  const model = input.pricing_model === undefined ? before : input.pricing_model;
  const free = model === 'free' && typeof input.price_amount_cents === 'number';
  return free ? [{ param: 'price_amount_cents', code: 'not_allowed', takes: 'null for a free product' }] : [];
}

/** `metadata` after a change: a member sent as null is removed, null clears it all, undefined leaves it as it was. */
export function mergeMetadata(before: Metadata, sent: UpdateProjectInput['metadata']): Metadata {
  if (sent === null) return {};
  const members = Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null);
  return Object.fromEntries(members) as Metadata;
}
