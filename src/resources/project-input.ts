/** The body of create project (specification 4.2), with the rules that a schema cannot say. */
import { Type, type Static } from 'typebox';
import { CATEGORIES, PRICING_MODELS } from '../domain/eligibility.ts';
import type { ErrorItem } from '../errors.ts';
import { component, dictionary, id, nullable, object, oneOf } from './schema-kit.ts';

const MAX_URL = 2_048;

const text = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })));
const flag = Type.Optional(nullable(Type.Boolean()));

/** An http or https address; whether it is public is asked where it is fetched. */
const publicUrl = Type.String({ maxLength: MAX_URL, format: 'web-url' });

/** What `metadata` may hold; null removes a key. */
const metadataValue = Type.Unsafe<string | number | boolean | null>({
  type: ['string', 'number', 'boolean', 'null'],
  maxLength: 500,
});

export const CreateProjectSchema = component(
  'CreateProject',
  object({
    url: Type.String({ maxLength: MAX_URL, format: 'site-url' }),
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
    launch_date: Type.Optional(nullable(Type.String({ format: 'date', pattern: '^(?!0000)' }))),
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
    metadata: Type.Optional(
      nullable(dictionary(metadataValue, { maxProperties: 20, propertyNames: { minLength: 1, maxLength: 40 } })),
    ),
    excluded_directories: Type.Optional(nullable(Type.Array(id('directory'), { uniqueItems: true }))),
    auto_replace: Type.Optional(Type.Boolean()),
    logo_url: Type.Optional(nullable(publicUrl)),
    screenshot_urls: Type.Optional(nullable(Type.Array(publicUrl, { minItems: 1, maxItems: 5 }))),
  }),
);

export type CreateProjectInput = Static<typeof CreateProjectSchema>;

/** The cross rules of a project's fields: a free product has no price. */
export function crossRuleFailures(input: Partial<CreateProjectInput>): ErrorItem[] {
  const free = input.pricing_model === 'free' && typeof input.price_amount_cents === 'number';
  return free ? [{ param: 'price_amount_cents', code: 'not_allowed' }] : [];
}
