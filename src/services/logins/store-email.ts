import { sql } from 'kysely';
import type { MailContent } from '../../domain/mail/mail-content.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { ServiceDeps } from '../deps.ts';
import { wakeListings } from '../listings/change-listings.ts';
import { scopeOfListing } from '../listings/scope-of-listing.ts';
import { inTransaction, type Tx } from '../transaction.ts';

/** A mailbox takes no more in a day: nothing that a directory sends comes near. */
const MAX_EMAILS_A_DAY = 200;

/** A mail as it came in. */
export interface ReceivedEmail {
  content: MailContent;
  /** Of the whole message. */
  digest: Buffer;
  sizeBytes: number;
}

/** What became of it: `repeated` is stored already, `full` is for later. */
export type StoredEmail = 'stored' | 'repeated' | 'full';

/** Stores a mail for the login of a listing, which must have one, and tells the listing's workflow. */
export async function storeEmail(deps: ServiceDeps, listingId: string, email: ReceivedEmail): Promise<StoredEmail> {
  const scope = await scopeOfListing(deps.db.sql, listingId);
  return inTransaction(deps, scope, async (tx) => {
    // Locks the mailbox, so that the same message over two connections is stored once.
    await tx.sql.selectFrom('login').select('listing_id').where('listing_id', '=', listingId).forUpdate().execute();
    const { rows } = await sql<{ isKnown: boolean; count: number }>`
      select coalesce(bool_or(digest = ${email.digest}), false) as "isKnown", count(*)::int as count from email
      where listing_id = ${listingId} and received_at > ${new Date(tx.now.getTime() - DAY_MS)}
    `.execute(tx.sql);
    if (rows[0]!.isKnown) return 'repeated';
    if (rows[0]!.count >= MAX_EMAILS_A_DAY) return 'full';
    await insertEmail(tx, deps.secrets, listingId, email);
    wakeListings(tx, [listingId]);
    return 'stored';
  });
}

/** Writes a mail of a login. */
export async function insertEmail(
  tx: Tx,
  secrets: ServiceDeps['secrets'],
  listingId: string,
  { content, digest, sizeBytes }: ReceivedEmail,
): Promise<void> {
  await tx.sql
    .insertInto('email')
    .values({
      listing_id: listingId,
      digest,
      size_bytes: sizeBytes,
      sealed_content: secrets.seal(JSON.stringify(content)),
      has_link: content.links.length > 0,
      has_code: content.code !== null,
      received_at: tx.now,
    })
    .execute();
  await tx.sql.updateTable('login').set({ last_email_at: tx.now }).where('listing_id', '=', listingId).execute();
}

/** What is sealed in the row of a mail. */
export function openEmail(
  secrets: ServiceDeps['secrets'],
  { sealed_content }: { sealed_content: Buffer },
): MailContent {
  return JSON.parse(secrets.open(sealed_content)) as MailContent;
}
