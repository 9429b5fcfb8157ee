/** `npm run migrate`: brings the tables and the rights on them up to date, with the role that owns them. */
import { readMigrationConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { createLogger } from '../logger.ts';

const config = readMigrationConfig();
const log = createLogger(config.logLevel, 'migrate');
const db = await openDatabase(config.databaseUrl, 2);
try {
  const missing = await db.missingMigrations();
  await db.migrate();
  log.info(
    { migrations: missing },
    missing.length > 0 ? 'the tables are up to date now' : 'the tables were up to date',
  );
} finally {
  await db.close();
}
