import { defineEntity, p } from '@mikro-orm/core';
import type { Accepts, Category, PricingModel, Requirement } from '../../domain/eligibility.ts';
import type { SimulatedOutcome } from '../../domain/simulation.ts';

/** A directory of the catalog, which is one for both modes. */
export const Directory = defineEntity({
  name: 'directory',
  tableName: 'directory',
  properties: {
    id: p.text().primary(),
    slug: p.text(),
    name: p.text(),
    url: p.text(),
    domain_rating: p.integer(),
    description: p.text(),
    accepts: p.text().$type<Accepts>(),
    categories: p.array().$type<Category[]>(),
    pricing_models: p.array().$type<PricingModel[]>(),
    requirements: p.array().$type<Requirement[]>(),
    link: p.text().$type<'dofollow' | 'nofollow' | 'none'>(),
    review_days: p.integer().nullable(),
    open: p.boolean(),
    simulated_outcome: p.text().$type<SimulatedOutcome>(),
  },
});
