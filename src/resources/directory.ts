import { Type, type Static } from 'typebox';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/database.ts';
import { ACCEPTS, CATEGORIES, PRICING_MODELS, REQUIREMENTS } from '../domain/eligibility.ts';
import { component, id, nullable, object, oneOf } from './schema-kit.ts';

export const LINKS = ['dofollow', 'nofollow', 'none'] as const;

/** A directory of the catalog, which is one for both modes. An empty list of categories or pricing models takes all. */
export const DirectorySchema = component(
  'Directory',
  object({
    object: oneOf(['directory']),
    id: id('directory'),
    livemode: Type.Boolean(),
    name: Type.String(),
    url: Type.String({ format: 'uri' }),
    domain_rating: Type.Integer({ minimum: 0, maximum: 100 }),
    logo_url: Type.String({ format: 'uri' }),
    description: Type.String(),
    accepts: oneOf(ACCEPTS),
    categories: Type.Array(oneOf(CATEGORIES)),
    pricing_models: Type.Array(oneOf(PRICING_MODELS)),
    requirements: Type.Array(oneOf(REQUIREMENTS)),
    link: oneOf(LINKS),
    review_days: nullable(Type.Integer({ minimum: 0 })),
    open: Type.Boolean(),
  }),
);

export type DirectoryObject = Static<typeof DirectorySchema>;
export type DirectoryRow = Selectable<Schema['directory']>;

/**
 * @param livemode that of the key
 * @param assetsUrl where directory logos are served from, without a trailing slash
 */
export function presentDirectory(directory: DirectoryRow, livemode: boolean, assetsUrl: string): DirectoryObject {
  return {
    object: 'directory',
    id: directory.id,
    livemode,
    name: directory.name,
    url: directory.url,
    domain_rating: directory.domain_rating,
    logo_url: `${assetsUrl}/directories/${directory.id}.svg`,
    description: directory.description,
    accepts: directory.accepts,
    categories: directory.categories,
    pricing_models: directory.pricing_models,
    requirements: directory.requirements,
    link: directory.link,
    review_days: directory.review_days,
    open: directory.open,
  };
}
