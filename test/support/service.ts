import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { anyFreePort } from '../../dev/ports.ts';
import { readConfig, type Config, type Environment } from '../../src/config.ts';
import { createAgency, type Agency } from '../../src/main/agency.ts';
import { openService, type Service, type Watch } from '../../src/main/service.ts';
import { startApi } from '../../src/main/start-api.ts';
import { createApiClient, type Call } from './api-client.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { createResponseCheck } from './conformance.ts';
import { createTestDatabase } from './postgres.ts';

export const silent = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });

/** The API with a database of its own, and no worker: what it leaves for Temporal stays in the outbox. */
export interface TestService {
  config: Config;
  service: Service;
  clock: TestClock;
  /** The folder of images, unless the settings name a bucket. */
  storageFolder: string;
  /** The folder of mail, unless the settings name a server or `MAIL_DIR`. */
  mailFolder: string;
  call: Call;
  /** An active account of its own for each call. */
  newAgency(options?: { liveLaunches?: number }): Promise<Agency>;
  close(): Promise<void>;
}

/**
 * @param settings environment settings beside the usual ones of a test
 * @param watch who hears and traces what it does; nobody when absent
 */
export async function startTestService(
  settings: Environment = {},
  log: Logger = silent,
  watch?: Watch,
): Promise<TestService> {
  const database = await createTestDatabase();
  const storageFolder = await mkdtemp(join(tmpdir(), 'listing-storage-'));
  const mailFolder = await mkdtemp(join(tmpdir(), 'listing-mail-'));
  const config = readConfig({
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '10',
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    PORT: String(await anyFreePort()),
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...(settings.S3_BUCKET ? {} : { STORAGE_DIR: storageFolder }),
    ...(settings.SMTP_URL ? {} : { MAIL_DIR: mailFolder }),
    OUTBOUND_ALLOW: '127.0.0.0/8,receiver.localhost',
    RATING_PROVIDER: 'fixture',
    ...settings,
  });
  const clock = createTestClock();
  const service = await openService(config, clock, watch);
  const api = await startApi(config, service, log);
  const baseUrl = `${config.publicUrl}/v1`;
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Parameters<typeof createResponseCheck>[0];
  const client = createApiClient(baseUrl, createResponseCheck(document));
  return {
    config,
    service,
    clock,
    storageFolder,
    mailFolder,
    call: client.call,
    newAgency: ({ liveLaunches = 5 } = {}) =>
      createAgency(service, { name: 'Test agency', ownerEmail: 'owner@agency.example', liveLaunches }),
    async close() {
      await client.close();
      await api.close();
      await service.close();
      await rm(storageFolder, { recursive: true });
      await rm(mailFolder, { recursive: true });
      await database.drop();
    },
  };
}
