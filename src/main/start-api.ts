import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { deriveKey } from '../crypto/secret-keys.ts';
import { createApp } from '../http/app.ts';
import { closeInOrder } from '../http/close-in-order.ts';
import { answerUnreadable } from '../http/unreadable-request.ts';
import { createCursors } from '../http/cursor.ts';
import { createViewCounter } from '../services/share-links/view-counter.ts';
import { listeningCheck } from '../operations/checks.ts';
import type { CheckedPart, Service } from './service.ts';

/** How long a client may take, in milliseconds, and how much it may say before it is heard. */
export const SERVER_LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 64 * 1024,
  connectionsCheckingInterval: 5_000,
  requireHostHeader: false,
  /** A connection on which nothing moves is closed: a client that does not read its answer holds a file open. */
  silenceMs: 120_000,
};

/** Serves the API until it is closed: it serves on for the settings' delay, and finishes requests under way. */
export async function startApi(
  config: Config,
  service: Service,
  log: Logger,
  { silenceMs, ...limits } = SERVER_LIMITS,
): Promise<CheckedPart> {
  const baseUrl = `${config.publicUrl}/v1`;
  const docsUrl = `${config.publicUrl}/docs`;
  const cursorKeys = [config.secretKey, ...config.secretKeysAccepted].map((key) => deriveKey(key, 'cursors'));
  const views = createViewCounter({ ...service, log });
  const app = createApp({
    ...service,
    cursors: createCursors(cursorKeys, service.clock),
    views,
    log,
    baseUrl,
    feedsUrl: `${config.publicUrl}/feeds`,
    docsUrl,
  });
  const server = createServer(limits).setTimeout(silenceMs);
  const { answer, close } = closeInOrder(server, app.callback());
  server.on('request', answer);
  // An expectation that is not understood is none of ours to refuse.
  server.on('checkExpectation', answer);
  server.on(
    'clientError',
    answerUnreadable({ docsUrl, baseUrl }, () => service.clock.now()),
  );
  server.listen(config.port, config.host);
  await once(server, 'listening');
  log.info({ url: config.publicUrl }, 'the API listens');
  return {
    checks: [listeningCheck('api', server)],
    async close() {
      await close(config.shutdownDelayMs);
      await views.close();
    },
  };
}
