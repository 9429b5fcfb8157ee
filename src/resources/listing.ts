import type { Selectable } from 'kysely';
import { Type, type Static } from 'typebox';
import type { Schema } from '../db/database.ts';
import { LISTING_REASONS, LISTING_STATUSES } from '../domain/listing-status.ts';
import { floorToHour, toSecond } from '../domain/time.ts';
import { ActionSchema } from './project.ts';
import { component, id, nullable, object, oneOf, timestamp } from './schema-kit.ts';

/** What a listing shows of its directory. */
export const DirectoryInListing = object({
  id: id('directory'),
  name: Type.String(),
  domain_rating: Type.Integer(),
  logo_url: Type.String({ format: 'uri' }),
});

/** Specification 2.4. */
export const ListingSchema = component(
  'Listing',
  object({
    object: oneOf(['listing']),
    id: id('listing'),
    livemode: Type.Boolean(),
    project: id('project'),
    directory: DirectoryInListing,
    status: oneOf(LISTING_STATUSES),
    reason: nullable(oneOf(LISTING_REASONS)),
    action: nullable(ActionSchema),
    live_url: nullable(Type.String()),
    proof_url: nullable(Type.String()),
    created_at: timestamp,
    submitted_at: nullable(timestamp),
    live_at: nullable(timestamp),
  }),
);

export type ListingObject = Static<typeof ListingSchema>;

/** A listing's row with what it shows of its directory. */
export type ListingView = Selectable<Schema['listing']> & {
  directory_name: string;
  /** As it is now, as the directory itself shows it; lists are ordered by what it was at the listing's creation. */
  directory_domain_rating: number;
};

/** @param assetsUrl where images and directory logos are served from, without a trailing slash */
export function presentListing(listing: ListingView, assetsUrl: string): ListingObject {
  return {
    object: 'listing',
    id: listing.id,
    livemode: listing.livemode,
    project: listing.project_id,
    directory: presentDirectoryInListing(listing, assetsUrl),
    status: listing.status,
    reason: listing.reason,
    action: listing.action,
    live_url: listing.live_url,
    proof_url: proofUrl(listing, assetsUrl),
    created_at: hour(listing.created_at),
    submitted_at: listing.submitted_at && hour(listing.submitted_at),
    live_at: listing.live_at && hour(listing.live_at),
  };
}

/** @param assetsUrl where directory logos are served from, without a trailing slash */
export function presentDirectoryInListing(
  of: Pick<ListingView, 'directory_id' | 'directory_name' | 'directory_domain_rating'>,
  assetsUrl: string,
): ListingObject['directory'] {
  return {
    id: of.directory_id,
    name: of.directory_name,
    domain_rating: of.directory_domain_rating,
    logo_url: `${assetsUrl}/directories/${of.directory_id}.svg`,
  };
}

/** Where the proof of a listing is served, if it has one. */
export function proofUrl({ proof_asset_key }: ListingView, assetsUrl: string): string | null {
  return proof_asset_key && `${assetsUrl}/${proof_asset_key}`;
}

function hour(time: Date): string {
  return toSecond(floorToHour(time));
}
