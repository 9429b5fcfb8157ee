import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';

/** A directory that joined the catalog or opened again, and since when it is to be announced (ISO 8601). */
export interface Announcement {
  directoryId: string;
  dueAt: string;
}

const AT_ONCE = 500;

/** What is to be announced, the longest due first; the rest waits for the next time. */
export async function readAnnouncements(db: Sql): Promise<Announcement[]> {
  const rows = await db
    .selectFrom('directory')
    .select(['id', 'announce_due_at'])
    .where('announce_due_at', 'is not', null)
    .orderBy('announce_due_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => ({ directoryId: row.id, dueAt: row.announce_due_at!.toISOString() }));
}

/** Takes announcements away that all projects have had; not those of directories that opened once more meanwhile. */
export async function endAnnouncements(db: Sql, announcements: readonly Announcement[]): Promise<void> {
  await sql`
    update directory d set announce_due_at = null
    from json_to_recordset(${JSON.stringify(announcements)}::json) as v("directoryId" text, "dueAt" timestamptz)
    where d.id = v."directoryId" and d.announce_due_at = v."dueAt"
  `.execute(db);
}
