import type { Logger } from 'pino';
import { anyFreePort } from '../../dev/ports.ts';
import type { Config } from '../../src/config.ts';
import type { GuardedFetch } from '../../src/outbound/guarded-fetch.ts';
import { openService, type Service } from '../../src/main/service.ts';
import { startApi } from '../../src/main/start-api.ts';
import { createApiClient, type Call } from './api-client.ts';
import { silent, type TestService } from './service.ts';

/** A further API over the same database, as a second process would be: with a pool and a port of its own. */
export interface SecondApi {
  service: Service;
  /** Its address, without a trailing slash. */
  origin: string;
  call: Call;
  close(): Promise<void>;
}

/** @param options another way to the database, another log, another way to other people's servers, other keys */
export async function startSecondApi(
  first: TestService,
  {
    databaseUrl = first.config.databaseUrl,
    log = silent,
    fetch,
    keys,
  }: {
    databaseUrl?: string;
    log?: Logger;
    fetch?: GuardedFetch;
    keys?: Pick<Config, 'secretKey' | 'secretKeysAccepted'>;
  } = {},
): Promise<SecondApi> {
  const port = await anyFreePort();
  const config = { ...first.config, ...keys, databaseUrl, port };
  const service = await openService(config, first.clock);
  const api = await startApi(config, fetch ? { ...service, fetch } : service, log);
  const client = createApiClient(`http://${config.host}:${port}/v1`, () => undefined);
  return {
    service,
    origin: `http://${config.host}:${port}`,
    call: client.call,
    async close() {
      await client.close();
      await api.close();
      await service.close();
    },
  };
}
