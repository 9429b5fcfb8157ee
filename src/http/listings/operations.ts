import { Type } from 'typebox';
import { findListing, listListings as findListings, type ListingPosition } from '../../db/finders/listings.ts';
import { LISTING_STATUSES } from '../../domain/listing-status.ts';
import { ListingSchema, presentListing } from '../../resources/listing.ts';
import { id, listOf, oneOf } from '../../resources/schema-kit.ts';
import { listQuery, pageOf, presentPage } from '../list.ts';
import { operation } from '../operation.ts';
import { projectInPath } from '../projects/operations.ts';

export const listListings = operation({
  id: 'listListings',
  method: 'GET',
  path: '/projects/{project_id}/listings',
  tag: 'Launch',
  summary: "List a project's listings, highest domain rating first",
  query: listQuery({
    status: Type.Optional(oneOf(LISTING_STATUSES)),
    directory: Type.Optional(id('directory')),
  }),
  success: { status: 200, description: 'A page of listings.', schema: listOf('ListingList', ListingSchema) },
  errors: ['not_found'],
  find: projectInPath,
  isList: true,
  async handle(request) {
    const { deps, query, found } = request;
    const page = await findListings(deps.db.sql, found.id, query, pageOf<ListingPosition>(request));
    return presentPage(
      request,
      page,
      (listing) => presentListing(listing, deps.assetsUrl),
      (listing): ListingPosition => ({ rating: listing.directory_rating, id: listing.id }),
    );
  },
});

export const getListing = operation({
  id: 'getListing',
  method: 'GET',
  path: '/listings/{listing_id}',
  tag: 'Launch',
  summary: 'Read a listing',
  success: { status: 200, description: 'The listing.', schema: ListingSchema },
  errors: ['not_found'],
  find: { kind: 'listing', by: ({ db }, { scope }, listingId) => findListing(db, scope, listingId) },
  handle: ({ deps, found }) => Promise.resolve(presentListing(found, deps.assetsUrl)),
});
