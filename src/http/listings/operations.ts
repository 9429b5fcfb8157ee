import { Type } from 'typebox';
import { findListing, listListings as findListings, type ListingPosition } from '../../db/finders/listings.ts';
import { LISTING_STATUSES } from '../../domain/listing-status.ts';
import { CURSOR, exampleList } from '../../resources/examples/ids.ts';
import { LIVE, PENDING_ELSEWHERE } from '../../resources/examples/listing.ts';
import { ListingSchema, presentListing } from '../../resources/listing.ts';
import { described, id, listOf, oneOf } from '../../resources/schema-kit.ts';
import { listQuery, pageOf, presentPage } from '../list.ts';
import { operation } from '../operation.ts';
import { projectInPath } from '../projects/operations.ts';

export const listListings = operation({
  id: 'listListings',
  method: 'GET',
  path: '/projects/{project_id}/listings',
  tag: 'Launch',
  summary: "List a project's listings, highest domain rating first",
  description:
    'All listings of a project with their directories. The order does not shift while pages are read, even when a rating changes.',
  query: listQuery({
    status: described(Type.Optional(oneOf(LISTING_STATUSES)), 'Only listings with this status.'),
    directory: described(Type.Optional(id('directory')), 'Only the listing at this directory.'),
  }),
  success: {
    status: 200,
    description: 'A page of listings.',
    schema: listOf('ListingList', ListingSchema),
    example: { ...exampleList(LIVE, PENDING_ELSEWHERE), has_more: true, next_cursor: CURSOR },
  },
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
  description: 'Read it when an event of it seems to come late or out of order: it shows how things stand now.',
  success: { status: 200, description: 'The listing.', schema: ListingSchema, example: LIVE },
  errors: ['not_found'],
  find: { kind: 'listing', by: ({ db }, { scope }, listingId) => findListing(db, scope, listingId) },
  handle: ({ deps, found }) => Promise.resolve(presentListing(found, deps.assetsUrl)),
});
