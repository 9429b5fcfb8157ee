import { sql, type RawBuilder } from 'kysely';
import type { Sql } from '../../db/database.ts';
import { listListings } from '../../db/finders/listings.ts';
import { toPage, type Page } from '../../db/page.ts';
import type { ListingStatus } from '../../domain/listing-status.ts';
import { STUCK_AFTER_DAYS } from '../../domain/stuck.ts';
import type { HoldReason } from '../../domain/project-status.ts';
import type { ListingView } from '../../resources/listing.ts';

/** A listing of whatever account and mode, for an operator. */
export type ListingRecord = ListingView & {
  directory_url: string;
  directory_slug: string;
  /** Typical; null when not known. */
  review_days: number | null;
  /** Whether a program, and not an operator, submits the directory's live listings. */
  has_driver: boolean;
  project_name: string;
  project_url: string;
  hold_reason: HoldReason | null;
};

/** @returns null when there is no such listing */
export async function readListingRecord(db: Sql, listingId: string): Promise<ListingRecord | null> {
  return (await select(db, sql`l.id = ${listingId}`, 1))[0] ?? null;
}

/** A project's listings, highest rating first. */
export function listListingRecords(
  db: Sql,
  projectId: string,
  status: ListingStatus | undefined,
  limit: number,
): Promise<Page<ListingView>> {
  return listListings(db, projectId, { status }, { limit, after: null });
}

/**
 * Listings that do not go on unless an operator looks after them, those that have stood longest first: what is parked,
 * and live listings to be
 * submitted, or for more than a day where a program should; submitted for more than twice the directory's review (a day at
 * least, 30 days when it is not known); waiting for the agency or client for more than 14 days.
 *
 * @param of.accountId of this account only
 * @param of.parkedIds those whose workflows cannot go on
 */
export async function listStuckListings(
  db: Sql,
  { accountId, parkedIds }: { accountId: string | undefined; parkedIds: string[] },
  now: Date,
  limit: number,
): Promise<Page<ListingRecord>> {
  const answerDays = sql`greatest(coalesce(2 * d.review_days, ${STUCK_AFTER_DAYS.answer}), 1)`;
  const condition = sql<boolean>`
    (l.id = any(${parkedIds}) or l.livemode and l.status in ('in_progress', 'submitted', 'action_required')
    and case l.status
      when 'submitted' then l.moved_at < ${now}::timestamptz - ${answerDays} * interval '1 day'
      when 'action_required' then l.action ->> 'waiting_on' <> 'service'
        and l.moved_at < ${now}::timestamptz - ${STUCK_AFTER_DAYS.action} * interval '1 day'
      else d.driver is null or l.moved_at < ${now}::timestamptz - ${STUCK_AFTER_DAYS.driver} * interval '1 day'
    end)
    and (${accountId ?? null}::text is null or l.account_id = ${accountId ?? null})`;
  return toPage(await select(db, condition, limit + 1), limit);
}

async function select(db: Sql, condition: RawBuilder<boolean>, limit: number): Promise<ListingRecord[]> {
  const { rows } = await sql<ListingRecord>`
    select l.*, d.name as directory_name, d.domain_rating as directory_domain_rating, d.url as directory_url,
      d.slug as directory_slug, d.review_days, d.driver is not null as has_driver, p.name as project_name, p.url as project_url, p.hold_reason
    from listing l join directory d on d.id = l.directory_id join project p on p.id = l.project_id
    where ${condition} order by l.moved_at, l.id limit ${limit}
  `.execute(db);
  return rows;
}
