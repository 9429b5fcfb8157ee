import { CompiledQuery } from 'kysely';
import type { Sql } from '../../db/database.ts';
import { countUseStatement } from '../limits/count-use.ts';

const TAKE_TURN = countUseStatement(
  {
    subject: 'directory_id',
    period: '$2::date',
    most: '$3::int',
    from: 'from listing where id = $1',
  },
  { name: 'directory_pace', subject: 'directory_id', period: 'day', count: 'used' },
);

/**
 * Takes a turn at the directory of a listing for the UTC day of a time, unless its driver says how many there are a day
 * and they are used up. A crash right after may lose a turn, and never makes one more.
 *
 * @returns whether there was one
 */
export async function takeTurn(db: Sql, listingId: string, at: Date): Promise<boolean> {
  const { driver } = await db
    .selectFrom('listing')
    .innerJoin('directory', 'directory.id', 'listing.directory_id')
    .select('directory.driver')
    .where('listing.id', '=', listingId)
    .executeTakeFirstOrThrow();
  if (driver?.per_day === undefined) return true;
  const day = at.toISOString().slice(0, 10);
  const { rows } = await db.executeQuery(CompiledQuery.raw(TAKE_TURN, [listingId, day, driver.per_day]));
  return rows.length > 0;
}
