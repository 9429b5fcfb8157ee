import type { Database } from '../db/database.ts';

/**
 * Holds a process back from a database that is older than its code: the processes may not change tables. One that is
 * newer is fine, because migrations only add.
 *
 * @throws Error that says what to run
 */
export async function requireSchema(db: Pick<Database, 'missingMigrations'>): Promise<void> {
  const missing = await db.missingMigrations();
  if (missing.length === 0) return;
  throw new Error(
    `The database lacks ${missing.join(', ')}, which this version needs: run \`npm run migrate\` with the role that owns the tables.`,
  );
}
