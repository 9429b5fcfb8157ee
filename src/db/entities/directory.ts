import { defineEntity, p } from '@mikro-orm/core';
import type { Accepts, Category, PricingModel, Requirement } from '../../domain/eligibility.ts';
import type { SimulatedOutcome } from '../../domain/simulation.ts';
import type { DirectoryDriver } from '../../resources/directory-driver.ts';

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
    /** When a provider gave that figure; null while it is the catalog's. */
    rating_measured_at: p.datetime().nullable(),
    /** When it is to be measured, which may have passed; null until the schedule comes by. */
    rating_due_at: p.datetime().nullable(),
    description: p.text(),
    accepts: p.text().$type<Accepts>(),
    categories: p.array().$type<Category[]>(),
    pricing_models: p.array().$type<PricingModel[]>(),
    requirements: p.array().$type<Requirement[]>(),
    link: p.text().$type<'dofollow' | 'nofollow' | 'none'>(),
    review_days: p.integer().nullable(),
    open: p.boolean(),
    simulated_outcome: p.text().$type<SimulatedOutcome>(),
    /** Since when projects are to be told of it; null when they have been, or need not be. */
    announce_due_at: p.datetime().nullable(),
    /** How live listings reach it; null where an operator submits them. */
    driver: p.json<DirectoryDriver>().nullable(),
  },
});

/** What a directory's driver authenticates itself with. */
export const DirectorySecret = defineEntity({
  name: 'directory_secret',
  tableName: 'directory_secret',
  properties: {
    directory_id: p.text().primary(),
    sealed: p.blob().$type<Buffer>(),
  },
});

/** The listings that were submitted to a directory by its driver, by UTC day. */
export const DirectoryPace = defineEntity({
  name: 'directory_pace',
  tableName: 'directory_pace',
  properties: {
    directory_id: p.text().primary(),
    day: p.date().primary(),
    used: p.integer(),
  },
});
