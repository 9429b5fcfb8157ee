import { sql } from 'kysely';
import { createSecretBox, markOf, type SecretBox } from '../../crypto/secret-box.ts';
import type { SecretKeys } from '../../crypto/secret-keys.ts';
import type { Sql } from '../../db/database.ts';
import { keyOf, SEALED_COLUMNS, walkSealed, type SealedColumn, type SealedRow } from './sealed-columns.ts';

/** How many rows of a column were sealed anew, and how many no key opens. */
export interface ResealedColumn {
  table: string;
  column: string;
  resealed: number;
  unopenable: number;
}

/**
 * Seals everything that is sealed under another key, or without a mark, under the first of the keys. Each row is changed
 * by itself and only as it was read, so it runs beside the service and can be ended and repeated at any point. What others
 * seal under another key meanwhile is left.
 */
export async function reseal(db: Sql, keys: SecretKeys): Promise<ResealedColumn[]> {
  const box = createSecretBox(keys);
  const done: ResealedColumn[] = [];
  for (const column of SEALED_COLUMNS) done.push(await resealColumn(db, column, box, markOf(keys[0])));
  return done;
}

async function resealColumn(db: Sql, from: SealedColumn, box: SecretBox, mark: Buffer): Promise<ResealedColumn> {
  const done = { table: from.table, column: from.column, resealed: 0, unopenable: 0 };
  for await (const batch of walkSealed(db, from, [mark])) {
    for (const row of batch) {
      const secret = openOrNull(box, row.sealed);
      if (secret === null) done.unopenable++;
      else if (await replace(db, from, row, box.seal(secret))) done.resealed++;
    }
  }
  return done;
}

function openOrNull(box: SecretBox, sealed: Buffer): string | null {
  try {
    return box.open(sealed);
  } catch {
    return null;
  }
}

/** One row at a time, so that a lock is held for no longer than that and never while another is waited for. */
async function replace(db: Sql, from: SealedColumn, { at, sealed }: SealedRow, fresh: Buffer): Promise<boolean> {
  const column = sql.ref(from.column);
  const { numAffectedRows } = await sql`
    update ${sql.table(from.table)} set ${column} = ${fresh}
    where (${keyOf(from)}) = (${sql.join(at)}) and ${column} = ${sealed}
  `.execute(db);
  return numAffectedRows === 1n;
}
