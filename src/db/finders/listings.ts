import { sql } from 'kysely';
import type { ListingStatus } from '../../domain/listing-status.ts';
import type { ListingView } from '../../resources/listing.ts';
import { columnsOf } from '../columns-of.ts';
import type { Database, Sql } from '../database.ts';
import { Listing } from '../entities/listing.ts';
import { toPage, type Page, type PageRequest } from '../page.ts';
import type { Scope } from '../scope.ts';

const VIEW = `
  select ${columnsOf(Listing, 'l')}, d.name as directory_name, d.domain_rating as directory_domain_rating
  from listing l join directory d on d.id = l.directory_id`;

/** The listing as the API shows it, or null. A hot read. */
export async function findListing(db: Database, scope: Scope, id: string): Promise<ListingView | null> {
  const { rows } = await db.pipeline.query<ListingView>({
    name: 'find_listing',
    text: `${VIEW} where l.id = $1 and l.account_id = $2 and l.livemode = $3`,
    values: [id, scope.account_id, scope.livemode],
  });
  return rows[0] ?? null;
}

/** Locks these listings, whose projects the caller has locked before, and reads them in the order of their ids. */
export async function lockListings(db: Sql, ids: string[]): Promise<ListingView[]> {
  const { rows } = await sql<ListingView>`
    ${sql.raw(VIEW)} where l.id = any(${ids}) order by l.id for no key update of l
  `.execute(db);
  return rows;
}

export interface ListingFilters {
  status?: ListingStatus | undefined;
  directory?: string | undefined;
}

export interface ListingPosition {
  rating: number;
  id: string;
}

/** A page of a project's listings, highest rating (as it was at their creation) first. */
export async function listListings(
  db: Sql,
  projectId: string,
  filters: ListingFilters,
  page: PageRequest<ListingPosition>,
): Promise<Page<ListingView>> {
  const { status = null, directory = null } = filters;
  const { rating = null, id = null } = page.after ?? {};
  const { rows } = await sql<ListingView>`
    ${sql.raw(VIEW)}
    where l.project_id = ${projectId}
      and (${rating}::int is null or l.directory_rating < ${rating}
        or (l.directory_rating = ${rating} and l.id > ${id}))
      and (${status}::text is null or l.status = ${status})
      and (${directory}::text is null or l.directory_id = ${directory})
    order by l.directory_rating desc, l.id limit ${page.limit + 1}
  `.execute(db);
  return toPage(rows, page.limit);
}
