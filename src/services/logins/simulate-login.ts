import { createHash, randomBytes, randomInt } from 'node:crypto';
import { contentOf } from '../../domain/mail/mail-content.ts';
import { simulatedLogin, simulatedMail } from '../../domain/mail/simulated-mail.ts';
import type { ListingView } from '../../resources/listing.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Tx } from '../transaction.ts';
import { makeLogin } from './make-login.ts';
import { insertEmail } from './store-email.ts';

/** For test mode where no mail comes in; the name is kept from public use. */
const NO_DOMAIN = 'mail.test';

/**
 * Makes the login, and the mail, that a test listing's directory has for one that reaches it; once a listing.
 *
 * @param listing as it is after its move
 */
export async function simulateLogin(
  tx: Tx,
  { secrets, mailDomain }: Pick<ServiceDeps, 'secrets' | 'mailDomain'>,
  listing: ListingView,
): Promise<void> {
  if (listing.livemode || (listing.status !== 'submitted' && listing.status !== 'live')) return;
  const kind = simulatedLogin(listing.directory_id);
  if (kind === 'none') return;
  const { sql } = tx;
  const made = await sql
    .selectFrom('login')
    .select('listing_id')
    .where('listing_id', '=', listing.id)
    .executeTakeFirst();
  if (made) return;
  await makeLogin(sql, secrets, listing.id, mailDomain ?? NO_DOMAIN, tx.now);
  if (kind === 'login') return;
  const { url, name } = await sql
    .selectFrom('directory as d')
    .innerJoin('project as p', (join) => join.on('p.id', '=', listing.project_id))
    .select(['d.url', 'p.name'])
    .where('d.id', '=', listing.directory_id)
    .executeTakeFirstOrThrow();
  const random = { token: randomBytes(16).toString('hex'), code: String(randomInt(100_000, 1_000_000)) };
  const mail = simulatedMail(kind, { name: listing.directory_name, url }, name, random);
  const sizeBytes = Buffer.byteLength(mail.text);
  await insertEmail(tx, secrets, listing.id, {
    content: contentOf(mail),
    digest: createHash('sha256').update(mail.text).digest(),
    sizeBytes,
  });
}
