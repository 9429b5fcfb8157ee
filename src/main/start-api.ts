import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { deriveKey } from '../crypto/secret-box.ts';
import { createApp } from '../http/app.ts';
import { createCursors } from '../http/cursor.ts';
import type { Running, Service } from './service.ts';

const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;

/** Serves the API until it is closed; requests under way are finished first. */
export async function startApi(config: Config, service: Service, log: Logger): Promise<Running> {
  const app = createApp({
    ...service,
    cursors: createCursors(deriveKey(config.secretKey, 'cursors'), service.clock),
    log,
    baseUrl: `${config.publicUrl}/v1`,
    docsUrl: `${config.publicUrl}/docs`,
  });
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS }, app.callback());
  server.listen(config.port, config.host);
  await once(server, 'listening');
  log.info({ url: config.publicUrl }, 'the API listens');
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}
