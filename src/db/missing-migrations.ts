import type pg from 'pg';
import { migrations } from './migrations/index.ts';

const UNDEFINED_TABLE = '42P01';
const PATIENCE_MS = 2_000;

/** The names of the migrations that this version needs and the database lacks, in their order. */
export async function missingMigrations(pool: pg.Pool): Promise<string[]> {
  const present = new Set(await ranMigrations(pool));
  return migrations.map(({ name }) => name).filter((name) => !present.has(name));
}

async function ranMigrations(pool: pg.Pool): Promise<string[]> {
  try {
    // A connection that hangs is given up.
    const statement = { text: 'select name from migration', query_timeout: PATIENCE_MS };
    const { rows } = await pool.query<{ name: string }>(statement);
    return rows.map(({ name }) => name);
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
