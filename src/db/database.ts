import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { InferKyselyDB } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { entities } from './entities/index.ts';
import { migrations } from './migrations/index.ts';
import { missingMigrations } from './missing-migrations.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';
import { PooledClient } from './pooled-client.ts';
import { grantRights } from './roles/grant-rights.ts';

export type Schema = InferKyselyDB<(typeof entities)[number], object>;

/** Statements, in or out of a transaction. */
export type Sql = Kysely<Schema>;

export interface Database {
  /** Typed statements over the pool. */
  readonly sql: Sql;
  /** The pool itself, for the few prepared statements on hot paths. */
  readonly pool: pg.Pool;
  /** For the statements of the hottest reads. */
  readonly pipeline: Pipeline;
  /** Brings the tables, and the rights on them, up to date; safe to run from several processes at once. */
  migrate(): Promise<void>;
  /** The names of the migrations that this version needs and the tables lack. */
  missingMigrations(): Promise<string[]>;
  close(): Promise<void>;
}

/** How long a statement waits for a connection before Postgres counts as out of reach. */
const CONNECTION_TIMEOUT_MS = 10_000;

/** A transaction whose process says nothing for so long is ended, and its locks with it. */
const ABANDONED_TRANSACTION_MS = 15_000;

/**
 * Connects to Postgres through MikroORM.
 *
 * @param url a `postgresql://` address
 * @param maxConnections the size of the pool, which no process exceeds but by its pipeline and its claimer's own connection
 */
export async function openDatabase(url: string, maxConnections: number): Promise<Database> {
  const types = createTypes();
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [...entities],
    extensions: [Migrator],
    migrations: {
      migrationsList: migrations,
      snapshot: false,
      silent: true,
      tableName: 'migration',
    },
    pool: { min: 0, max: maxConnections },
    driverOptions: {
      Client: PooledClient,
      pipeline: true,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      keepAlive: true,
      idle_in_transaction_session_timeout: ABANDONED_TRANSACTION_MS,
      onPoolCreated: (created: pg.Pool) => void (created.options.types = types),
    },
    // A mistyped address must not make a database.
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
  });
  const connection = orm.em.getConnection();
  const pool = await connection.getNativeClient();
  const pipeline = createPipeline({ connectionString: url, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, types });
  return {
    sql: orm.em.getKysely(),
    pool,
    pipeline,
    migrate: () =>
      withMigrationLock(url, async () => {
        await orm.migrator.up();
      }),
    missingMigrations: () => missingMigrations(pool),
    async close() {
      await pipeline.close();
      await orm.close();
    },
  };
}

/** Rows carry instants as `Date` and 64-bit integers as numbers: none of ours exceeds 2^53. */
function createTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, (text) => text);
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return types;
}

const MIGRATION_LOCK = 7_305_112;

async function withMigrationLock(url: string, migrate: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate();
    await grantRights(client);
  } finally {
    await client.end();
  }
}
