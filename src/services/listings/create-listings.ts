import { sql } from 'kysely';
import { newId } from '../../db/new-id.ts';
import { QUEUE_RANK } from '../../domain/listing-move.ts';
import type { Tx } from '../transaction.ts';
import { wakeCapacity } from './change-listings.ts';

/**
 * Makes a pending listing for each directory, in one statement. The project is locked. A listing's workflow starts with its
 * first move: until then the account's capacity workflow waits for it.
 *
 * @param autoAdded whether the service picked the directories: such a listing gives way to a correction
 */
export async function createListings(
  tx: Tx,
  projectId: string,
  directories: readonly { id: string; domain_rating: number }[],
  autoAdded: boolean,
): Promise<void> {
  const listings = directories.map(({ id, domain_rating }) => ({
    id: newId('listing', tx.now),
    directory_id: id,
    domain_rating,
  }));
  await sql`
    insert into listing (id, project_id, account_id, livemode, directory_id, directory_rating, status, queued_at,
      queue_rank, version, auto_added, created_at, moved_at)
    select v.id, ${projectId}, ${tx.scope.account_id}, ${tx.scope.livemode}, v.directory_id, v.domain_rating, 'pending',
      ${tx.now}, ${QUEUE_RANK.new}, 1, ${autoAdded}, ${tx.now}, ${tx.now}
    from json_to_recordset(${JSON.stringify(listings)}::json) as v(id text, directory_id text, domain_rating int)
  `.execute(tx.sql);
  wakeCapacity(tx);
}
