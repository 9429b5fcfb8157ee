import { sql } from 'kysely';
import { createSecretBox, markOf, type SecretBox } from '../../crypto/secret-box.ts';
import { keyIdOf, type SecretKeys } from '../../crypto/secret-keys.ts';
import type { Sql } from '../../db/database.ts';
import { markIn, SEALED_COLUMNS, walkSealed, type SealedColumn } from './sealed-columns.ts';

/** How many rows of a column are sealed alike. */
export interface SealedCount {
  table: string;
  column: string;
  /** The id of the key, in hex; null where none of the keys opens them. */
  key: string | null;
  /** Whether the rows say so themselves. Those of before there were marks do not. */
  marked: boolean;
  rows: number;
}

/** A key with what is needed to find its rows. */
interface Candidate {
  key: string;
  mark: Buffer;
  box: SecretBox;
}

/** Counts what is sealed under which of the keys, by column. Rows without a mark of theirs are opened to find out. */
export async function countSealed(db: Sql, keys: SecretKeys): Promise<SealedCount[]> {
  const candidates = keys.map((key) => ({
    key: keyIdOf(key).toString('hex'),
    mark: markOf(key),
    box: createSecretBox([key]),
  }));
  const counts: SealedCount[] = [];
  for (const column of SEALED_COLUMNS) {
    counts.push(...(await countMarked(db, column, candidates)), ...(await countOthers(db, column, candidates)));
  }
  return counts;
}

/** Whether anything is sealed under a key by now. */
export async function isInUse(db: Sql, secretKey: Buffer): Promise<boolean> {
  for (const column of SEALED_COLUMNS) {
    const { rows } = await sql`
      select 1 from ${sql.table(column.table)} where ${markIn(column)} = ${markOf(secretKey)} limit 1
    `.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

async function countMarked(db: Sql, from: SealedColumn, candidates: Candidate[]): Promise<SealedCount[]> {
  const { table, column } = from;
  const { rows } = await sql<{ mark: Buffer; rows: number }>`
    select ${markIn(from)} as mark, count(*)::int as rows from ${sql.table(table)}
    where ${markIn(from)} in (${sql.join(candidates.map(({ mark }) => mark))}) group by 1
  `.execute(db);
  return candidates.flatMap(({ key, mark }) => {
    const found = rows.find((row) => row.mark.equals(mark));
    return found ? [{ table, column, key, marked: true, rows: found.rows }] : [];
  });
}

async function countOthers(db: Sql, from: SealedColumn, candidates: Candidate[]): Promise<SealedCount[]> {
  const { table, column } = from;
  const marks = candidates.map(({ mark }) => mark);
  const counts = new Map<string | null, number>();
  for await (const batch of walkSealed(db, from, marks)) {
    for (const { sealed } of batch) {
      const key = candidates.find(({ box }) => opens(box, sealed))?.key ?? null;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return [...counts].map(([key, rows]) => ({ table, column, key, marked: false, rows }));
}

function opens(box: SecretBox, sealed: Buffer): boolean {
  try {
    box.open(sealed);
    return true;
  } catch {
    return false;
  }
}
