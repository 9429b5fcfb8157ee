import type { Sql } from '../../db/database.ts';
import { newMailbox, newPassword, newUsername } from './login-names.ts';
import type { SecretBox } from '../../crypto/secret-box.ts';

/**
 * Makes the login of a listing, and the password of its project, unless they are there. It must exist.
 *
 * @param mailDomain what its address ends with
 */
export async function makeLogin(
  sql: Sql,
  secrets: Pick<SecretBox, 'seal'>,
  listingId: string,
  mailDomain: string,
  now: Date,
): Promise<void> {
  const listing = await sql
    .selectFrom('listing as l')
    .innerJoin('project as p', 'p.id', 'l.project_id')
    .innerJoin('directory as d', 'd.id', 'l.directory_id')
    .select(['l.project_id', 'l.account_id', 'l.livemode', 'p.name', 'd.url'])
    .where('l.id', '=', listingId)
    .executeTakeFirstOrThrow();
  const { project_id, account_id, livemode } = listing;
  await sql
    .insertInto('project_password')
    .values({ project_id, sealed_password: secrets.seal(newPassword()) })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute();
  await sql
    .insertInto('login')
    .values({
      listing_id: listingId,
      project_id,
      account_id,
      livemode,
      email: `${newMailbox()}@${mailDomain}`,
      username: newUsername(listing.name),
      login_url: listing.url,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('listing_id').doNothing())
    .execute();
}
