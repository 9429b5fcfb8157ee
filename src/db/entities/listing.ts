import { defineEntity, p } from '@mikro-orm/core';
import type { ListingAction, ListingReason, ListingStatus } from '../../domain/listing-status.ts';

export const Listing = defineEntity({
  name: 'listing',
  tableName: 'listing',
  properties: {
    id: p.text().primary(),
    project_id: p.text(),
    account_id: p.text(),
    livemode: p.boolean(),
    directory_id: p.text(),
    /** The directory's rating when the listing was created: pages follow it, so a new rating does not shift them. */
    directory_rating: p.integer(),
    status: p.text().$type<ListingStatus>(),
    reason: p.text().$type<ListingReason>().nullable(),
    action: p.json<ListingAction>().nullable(),
    /** True once an action was asked for and done. */
    action_settled: p.boolean().default(false),
    live_url: p.text().nullable(),
    /** The storage key of a screenshot of the live listing. */
    proof_asset_key: p.text().nullable(),
    /** Whether the service, and not the agency, picked the directory. */
    auto_added: p.boolean().default(true),
    /** Whether a tester moved it: the simulation leaves it alone then. */
    moved_by_hand: p.boolean().default(false),
    /** Since when it waits for a slot; null when it does not. */
    queued_at: p.datetime().nullable(),
    /** 0 for a return from `action_required`, which goes before new ones (1). */
    queue_rank: p.integer(),
    /** Counts the moves; what was decided on an older version no longer applies. */
    version: p.integer(),
    created_at: p.datetime(),
    submitted_at: p.datetime().nullable(),
    live_at: p.datetime().nullable(),
    /** When the status last changed. */
    moved_at: p.datetime(),
  },
});
