import type { Sql } from '../../db/database.ts';
import { idPattern } from '../../domain/ids.ts';
import type { Failure } from '../../errors.ts';

const ID = new RegExp(idPattern('directory'));
const MAX_ASKED = 10_000;

/**
 * The `excluded_directories` that the catalog does not have; no directory ever leaves it. A list that is not one of
 * distinct ids is left to the schema.
 */
export async function unknownDirectories(db: Sql, sent: unknown): Promise<Failure[]> {
  if (!isListOfIds(sent)) return [];
  const rows = await db.selectFrom('directory').select('id').where('id', 'in', sent).execute();
  const known = new Set(rows.map((row) => row.id));
  return sent.flatMap((id, index) =>
    known.has(id) ? [] : [{ param: `excluded_directories[${index}]`, code: 'unknown' as const }],
  );
}

function isListOfIds(sent: unknown): sent is string[] {
  if (!Array.isArray(sent) || sent.length === 0 || sent.length >= MAX_ASKED) return false;
  return new Set(sent).size === sent.length && sent.every((id) => typeof id === 'string' && ID.test(id));
}
