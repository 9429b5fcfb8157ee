import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { pickPort } from '../../dev/ports.ts';
import { startPostgres } from '../../dev/postgres.ts';
import { provideTemporalCli } from '../../dev/temporal-cli.ts';
import { startTemporalServer } from '../../dev/temporal-server.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import { readConfig, type Config, type DevConfig, type Environment } from '../config.ts';
import { DEFAULT_INBOUND_MAIL_PORT, EMBEDDED_MAIL_DOMAIN } from '../inbound-mail-config.ts';
import { runService } from './run-service.ts';
import type { Running, Service } from './service.ts';
import { DEFAULT_OPERATIONS_PORTS, type Operations } from './start-operations.ts';

const DEFAULT_PORTS = {
  api: 3_000,
  temporal: 7_233,
  temporalUi: 8_233,
  database: 54_320,
  mail: DEFAULT_INBOUND_MAIL_PORT,
  operations: DEFAULT_OPERATIONS_PORTS.api,
};

export interface StackOptions {
  /** Where everything is kept between runs. */
  folder: string;
  dev: DevConfig;
  /** Settings beside those of the environment. */
  settings?: Environment;
  log: Logger;
  /** Where Temporal's SDK serves its metrics in this process; null where it does not. */
  sdkMetricsPort: number | null;
  /** Says what is being done, for a person who waits. */
  say: (message: string) => void;
}

/** The whole service on this machine. */
export interface Stack extends Running {
  config: Config;
  service: Service;
  operations: Operations;
  /** Null where Temporal is not this stack's own. */
  temporalUiUrl: string | null;
}

/**
 * Starts Postgres and Temporal where the environment names none, brings the tables and the catalog up to date, and runs
 * the API, a worker and the door for mail in this process. What was started is stopped again when a later step fails.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { folder, dev, say, log } = options;
  const running: Running[] = [];
  const close = async () => {
    for (const part of running.toReversed()) await part.close();
  };
  try {
    await mkdir(folder, { recursive: true });
    const databaseUrl = dev.databaseUrl ?? (await embeddedPostgres(options, running));
    const temporal = dev.temporalAddress
      ? { address: dev.temporalAddress, uiUrl: null }
      : await embeddedTemporal(options, running);
    const config = readConfig({
      ...dev.env,
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporal.address,
      PORT: String(await pickPort(dev.port ?? DEFAULT_PORTS.api, dev.port !== undefined)),
      SECRET_KEY: dev.env.SECRET_KEY ?? (await keptSecret(join(folder, 'secret-key'))),
      ...(dev.env.STORAGE_DIR || dev.env.S3_BUCKET ? {} : { STORAGE_DIR: join(folder, 'storage') }),
      ...(dev.env.MAIL_DIR || dev.env.SMTP_URL ? {} : { MAIL_DIR: join(folder, 'mail') }),
      MAIL_DOMAIN: dev.env.MAIL_DOMAIN || EMBEDDED_MAIL_DOMAIN,
      INBOUND_MAIL_PORT: String(
        await pickPort(dev.inboundMailPort ?? DEFAULT_PORTS.mail, dev.inboundMailPort !== undefined),
      ),
      OPERATIONS_PORT: String(
        await pickPort(dev.operationsPort ?? DEFAULT_PORTS.operations, dev.operationsPort !== undefined),
      ),
      RATING_PROVIDER: dev.env.RATING_PROVIDER || 'fixture',
      ...options.settings,
    });

    const { service, operations } = await runService({ config, log, say, sdkMetricsPort: options.sdkMetricsPort }, running);
    return { config, service, operations, temporalUiUrl: temporal.uiUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function embeddedPostgres({ folder, dev, say }: StackOptions, running: Running[]): Promise<string> {
  say('Starting PostgreSQL');
  const port = () => pickPort(dev.databasePort ?? DEFAULT_PORTS.database, dev.databasePort !== undefined);
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), port, database: 'listings', log: say });
  running.push({ close: () => postgres.stop() });
  return postgres.databaseUrl;
}

async function embeddedTemporal({ folder, dev, say }: StackOptions, running: Running[]) {
  const executable = await provideTemporalCli(dev.env, say);
  say('Starting the Temporal development server');
  const temporal = await startTemporalServer({
    executable,
    folder: join(folder, 'temporal'),
    persistent: true,
    port: () => pickPort(dev.temporalPort ?? DEFAULT_PORTS.temporal, dev.temporalPort !== undefined),
    uiPort: () => pickPort(dev.temporalUiPort ?? DEFAULT_PORTS.temporalUi, dev.temporalUiPort !== undefined),
    searchAttributes: Object.values(searchAttributes),
    log: say,
  });
  running.push({ close: () => temporal.stop() });
  return temporal;
}

/** The key that this stack made for itself at its first start. */
async function keptSecret(file: string): Promise<string> {
  const secret = randomBytes(32).toString('base64');
  await writeFile(file, secret, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  return readFile(file, 'utf8');
}
