import { sql, type RawBuilder } from 'kysely';
import type { Sql } from '../../db/database.ts';

/** Where sealed bytes are kept. */
export interface SealedColumn {
  table: string;
  /** The table's primary key. */
  key: readonly string[];
  column: string;
}

/** A row of such a column: its primary key's values, and what is sealed. */
export interface SealedRow {
  at: unknown[];
  sealed: Buffer;
}

/** Every column with sealed bytes. One whose values move to another comes before it. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'webhook_endpoint', key: ['id'], column: 'sealed_secret' },
  { table: 'webhook_endpoint', key: ['id'], column: 'previous_sealed_secret' },
  { table: 'directory_secret', key: ['directory_id'], column: 'sealed' },
  { table: 'project_password', key: ['project_id'], column: 'sealed_password' },
  { table: 'email', key: ['id'], column: 'sealed_content' },
  { table: 'share_link', key: ['project_id'], column: 'sealed_token' },
  { table: 'idempotency_key', key: ['account_id', 'livemode', 'key'], column: 'sealed_answer' },
];

const BATCH = 100;

/** Walks through the rows that begin with none of the marks, by primary key, in batches. */
export async function* walkSealed(db: Sql, from: SealedColumn, marks: readonly Buffer[]): AsyncGenerator<SealedRow[]> {
  const order = keyOf(from);
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<{ sealed: Buffer } & Record<string, unknown>>`
      select ${order}, ${sql.ref(from.column)} as sealed from ${sql.table(from.table)}
      where ${markIn(from)} not in (${sql.join(marks)}) and ${after} order by ${order} limit ${BATCH}
    `.execute(db);
    if (rows.length === 0) return;
    const batch = rows.map(({ sealed, ...row }) => ({ at: from.key.map((name) => row[name]), sealed }));
    yield batch;
    after = sql`(${order}) > (${sql.join(batch.at(-1)!.at)})`;
  }
}

/** The names of a primary key. */
export function keyOf({ key }: SealedColumn): RawBuilder<unknown> {
  return sql.join(key.map((name) => sql.ref(name)));
}

/** What a column's bytes begin with; null where there are none. */
export function markIn({ column }: SealedColumn): RawBuilder<Buffer | null> {
  return sql`substring(${sql.ref(column)} from 1 for 9)`;
}
