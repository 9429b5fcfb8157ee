import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';
import type { ListingAction, ListingStatus } from '../../domain/listing-status.ts';
import type { SimulatedOutcome } from '../../domain/simulation.ts';
import type { DirectoryDriver } from '../../resources/directory-driver.ts';

/** What a listing's workflow knows of it: read afresh whenever it is told to look. Times are ISO 8601. */
export interface ListingSnapshot {
  status: ListingStatus;
  version: number;
  livemode: boolean;
  accountId: string;
  projectId: string;
  projectName: string;
  directoryName: string;
  directoryUrl: string;
  action: ListingAction | null;
  actionSettled: boolean;
  /** Whether a tester moved it. */
  movedByHand: boolean;
  liveUrl: string | null;
  movedAt: string;
  simulatedOutcome: SimulatedOutcome;
  /** The last mail that its login received; null for none, absent in the first histories. */
  lastEmail?: EmailNotice | null;
  /** What submits to the directory; an operator where it is null, or absent as in the first histories. */
  driver?: DirectoryDriver['kind'] | null;
}

/** What may be said of a mail where logins may not be: nothing that its sender wrote, and no address. */
export interface EmailNotice {
  receivedAt: string;
  hasLink: boolean;
  hasCode: boolean;
}

/** The listing's present state. It must exist. */
export async function readListing(db: Sql, listingId: string): Promise<ListingSnapshot> {
  const { rows } = await sql<Omit<ListingSnapshot, 'movedAt'> & { movedAt: Date }>`
    select l.status, l.version, l.livemode, l.account_id as "accountId", l.project_id as "projectId",
      p.name as "projectName", d.name as "directoryName", d.url as "directoryUrl", l.action,
      l.action_settled as "actionSettled", l.moved_by_hand as "movedByHand", l.live_url as "liveUrl", l.moved_at as "movedAt",
      d.simulated_outcome as "simulatedOutcome", d.driver ->> 'kind' as driver,
      (select json_build_object('receivedAt', to_char(e.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'hasLink', e.has_link, 'hasCode', e.has_code)
        from email e where e.listing_id = l.id order by e.id desc limit 1) as "lastEmail"
    from listing l join project p on p.id = l.project_id join directory d on d.id = l.directory_id
    where l.id = ${listingId}
  `.execute(db);
  return { ...rows[0]!, movedAt: rows[0]!.movedAt.toISOString() };
}
