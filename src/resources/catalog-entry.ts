import { Type, type Static } from 'typebox';
import { ACCEPTS, CATEGORIES, PRICING_MODELS, REQUIREMENTS } from '../domain/eligibility.ts';
import { SIMULATED_OUTCOMES } from '../domain/simulation.ts';
import { LINKS } from './directory.ts';
import { nullable, object, oneOf } from './schema-kit.ts';

export const SLUG = '^[a-z0-9]+(-[a-z0-9]+)*$';

/** Neither control characters nor halves of surrogate pairs. */
export const ONE_LINE = '^[^\\p{Cc}\\p{Cs}]*$';

/** A directory as a catalog file has it, with every field; what they mean is told in catalog/README.md. */
export const CatalogEntrySchema = object({
  slug: Type.String({ pattern: SLUG, maxLength: 100 }),
  name: Type.String({ pattern: ONE_LINE, minLength: 1, maxLength: 100 }),
  url: Type.String({ format: 'web-url', maxLength: 2_048 }),
  domain_rating: Type.Integer({ minimum: 0, maximum: 100 }),
  description: Type.String({ pattern: ONE_LINE, minLength: 1, maxLength: 200 }),
  accepts: oneOf(ACCEPTS),
  categories: Type.Array(oneOf(CATEGORIES), { uniqueItems: true }),
  pricing_models: Type.Array(oneOf(PRICING_MODELS), { uniqueItems: true }),
  requirements: Type.Array(oneOf(REQUIREMENTS), { uniqueItems: true }),
  link: oneOf(LINKS),
  review_days: nullable(Type.Integer({ minimum: 0, maximum: 1_000 })),
  open: Type.Boolean(),
  simulated_outcome: oneOf(SIMULATED_OUTCOMES),
});

export type CatalogEntry = Static<typeof CatalogEntrySchema>;

export const CATALOG_FIELDS = Object.keys(CatalogEntrySchema.properties) as (keyof CatalogEntry)[];
