import { sql } from 'kysely';
import { refreshAt, type Rated } from './rated.ts';

/**
 * Open directories. None falls due by itself: a schedule comes by every day (`makeDirectoriesDue`). A new figure orders the
 * catalog and decides what is chosen from then on; listings keep their place by the figure of their creation.
 */
export const ratedDirectories: Rated = {
  readDue(db, now, limit) {
    return db
      .selectFrom('directory')
      .select(['id', 'url'])
      .where('open', '=', true)
      .where('rating_due_at', '<=', now)
      .orderBy('rating_due_at')
      .orderBy('id')
      .limit(limit)
      .execute();
  },

  async write(db, rows, now) {
    await sql`
      update directory d set
        domain_rating = coalesce(v.rating, d.domain_rating),
        rating_measured_at = case when v.rating is null then d.rating_measured_at else ${now} end,
        rating_due_at = ${refreshAt(now)}
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ url }) => url)}::text[],
        ${rows.map(({ rating }) => rating)}::int[]) as v(id, url, rating)
      where d.id = v.id and d.url = v.url
    `.execute(db);
  },

  leaveAlone(db, rows, now) {
    return ratedDirectories.write(
      db,
      rows.map((row) => ({ ...row, rating: null })),
      now,
    );
  },

  /** Of those that are left over from a look, so that the next follows at once. */
  async nextDueAt(db, now) {
    const { at } = await db
      .selectFrom('directory')
      .select((select) => select.fn.min('rating_due_at').as('at'))
      .where('open', '=', true)
      .where('rating_due_at', '<=', now)
      .executeTakeFirstOrThrow();
    return at;
  },
};
