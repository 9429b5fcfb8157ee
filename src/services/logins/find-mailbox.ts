import type { Sql } from '../../db/database.ts';

/** The listing whose login has this mailbox, whatever the letter case, or null. */
export async function findMailbox(db: Sql, address: string): Promise<string | null> {
  const login = await db
    .selectFrom('login')
    .select('listing_id')
    .where('email', '=', address.toLowerCase())
    .executeTakeFirst();
  return login?.listing_id ?? null;
}
