import { defineEntity, p } from '@mikro-orm/core';
import type { BadgeStatus } from '../../domain/badge/badge-status.ts';
import type { Audience, Category, PricingModel } from '../../domain/eligibility.ts';
import type { ListingAction } from '../../domain/listing-status.ts';
import type { Progress } from '../../domain/progress.ts';
import type { HoldReason, ProjectStatus } from '../../domain/project-status.ts';

export interface Competitor {
  name: string;
  url: string | null;
}

export interface ImageCandidate {
  url: string;
  suggested_as: 'logo' | 'screenshot';
  width: number;
  height: number;
}

export type Metadata = Record<string, string | number | boolean>;

export const Project = defineEntity({
  name: 'project',
  tableName: 'project',
  properties: {
    id: p.text().primary(),
    account_id: p.text(),
    livemode: p.boolean(),
    status: p.text().$type<ProjectStatus>(),
    hold_reason: p.text().$type<HoldReason>().nullable(),
    action: p.json<ListingAction>().nullable(),
    url: p.text(),
    /** What uniqueness compares: host, path and query in one form. */
    url_key: p.text(),
    name: p.text(),
    name_source: p.text().$type<'domain' | 'site' | 'input'>(),
    /** The name that autofill read, whether or not it is the project's; null when it read none. */
    site_name: p.text().nullable(),
    maker_name: p.text().nullable(),
    contact_email: p.text().nullable(),
    tagline: p.text().nullable(),
    short_description: p.text().nullable(),
    long_description: p.text().nullable(),
    category: p.text().$type<Category>().nullable(),
    pricing_model: p.text().$type<PricingModel>().nullable(),
    price_amount_cents: p.bigint('number').nullable(),
    price_period: p.text().$type<'monthly' | 'yearly' | 'one_time'>().nullable(),
    launch_date: p.date().nullable(),
    twitter_url: p.text().nullable(),
    competitors: p.json<Competitor[]>(),
    tags: p.array().$type<string[]>(),
    audience: p.json<Audience>(),
    promo_code: p.text().nullable(),
    promo_description: p.text().nullable(),
    autofill_status: p.text().$type<'running' | 'complete' | 'failed'>(),
    autofill_filled: p.array().$type<string[]>(),
    image_candidates: p.json<ImageCandidate[]>(),
    domain_rating: p.integer().nullable(),
    /** When the rating is to be measured next; null for never. */
    rating_due_at: p.datetime().nullable(),
    badge_status: p.text().$type<BadgeStatus>(),
    badge_checked_at: p.datetime().nullable(),
    auto_replace: p.boolean(),
    /** Since when directories are to be added from the free allowance; null when none are. */
    auto_replace_due_at: p.datetime().nullable(),
    excluded_directories: p.array().$type<string[]>(),
    /** Listing counts by status; null before launch. */
    progress: p.json<Progress>().nullable(),
    external_id: p.text().nullable(),
    metadata: p.json<Metadata>(),
    created_at: p.datetime(),
    updated_at: p.datetime(),
    launched_at: p.datetime().nullable(),
  },
});

export const Image = defineEntity({
  name: 'image',
  tableName: 'image',
  properties: {
    id: p.text().primary(),
    project_id: p.text(),
    kind: p.text().$type<'logo' | 'screenshot'>(),
    /** The order of screenshots; 0 for a logo. */
    position: p.integer(),
    status: p.text().$type<'importing' | 'ready' | 'failed'>(),
    source_url: p.text().nullable(),
    /** The key under which storage holds the bytes; null until ready. */
    asset_key: p.text().nullable(),
    error: p.text().$type<'image_unreachable' | 'image_invalid' | 'image_too_large'>().nullable(),
    created_at: p.datetime(),
  },
});
