import { sql } from 'kysely';
import { lockProjects } from '../projects/derive-project.ts';
import { refreshAt, type Rated } from './rated.ts';

/** Projects, from their account's first purchase on (specification 2.2, `domain_rating`). */
export const ratedProjects: Rated = {
  readDue(db, now, limit) {
    return db
      .selectFrom('project')
      .select(['id', 'url'])
      .where('rating_due_at', '<=', now)
      .orderBy('rating_due_at')
      .orderBy('id')
      .limit(limit)
      .execute();
  },

  async write(db, rows, now) {
    const ids = rows.map(({ id }) => id);
    await db.transaction().execute(async (tx) => {
      await lockProjects({ sql: tx }, ids);
      await sql`
        update project p set
          domain_rating = coalesce(v.rating, p.domain_rating),
          updated_at = case when v.rating is distinct from p.domain_rating and v.rating is not null
            then ${now} else p.updated_at end,
          rating_due_at = ${refreshAt(now)}
        from unnest(${ids}::text[], ${rows.map(({ url }) => url)}::text[], ${rows.map(({ rating }) => rating)}::int[])
          as v(id, url, rating)
        where p.id = v.id and p.url = v.url
      `.execute(tx);
    });
  },

  async leaveAlone(db, rows) {
    await sql`
      update project p set rating_due_at = null
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ url }) => url)}::text[]) as v(id, url)
      where p.id = v.id and p.url = v.url
    `.execute(db);
  },

  async nextDueAt(db) {
    const { at } = await db
      .selectFrom('project')
      .select((select) => select.fn.min('rating_due_at').as('at'))
      .executeTakeFirstOrThrow();
    return at;
  },
};
