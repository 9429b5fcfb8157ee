import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { deriveKey } from '../crypto/secret-keys.ts';
import { createApp } from '../http/app.ts';
import { answerUnreadable } from '../http/unreadable-request.ts';
import { createCursors } from '../http/cursor.ts';
import { createViewCounter } from '../services/share-links/view-counter.ts';
import { listeningCheck } from '../operations/checks.ts';
import type { CheckedPart, Service } from './service.ts';

const SERVER_OPTIONS = {
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 64 * 1024,
  requireHostHeader: false,
};

/** Serves the API until it is closed; requests under way are finished first. */
export async function startApi(config: Config, service: Service, log: Logger): Promise<CheckedPart> {
  const docsUrl = `${config.publicUrl}/docs`;
  const cursorKeys = [config.secretKey, ...config.secretKeysAccepted].map((key) => deriveKey(key, 'cursors'));
  const views = createViewCounter({ ...service, log });
  const app = createApp({
    ...service,
    cursors: createCursors(cursorKeys, service.clock),
    views,
    log,
    baseUrl: `${config.publicUrl}/v1`,
    feedsUrl: `${config.publicUrl}/feeds`,
    docsUrl,
  });
  const answer = app.callback();
  const server = createServer(SERVER_OPTIONS, answer);
  // An expectation that is not understood is none of ours to refuse.
  server.on('checkExpectation', answer);
  server.on(
    'clientError',
    answerUnreadable(docsUrl, () => service.clock.now()),
  );
  server.listen(config.port, config.host);
  await once(server, 'listening');
  log.info({ url: config.publicUrl }, 'the API listens');
  return {
    checks: [listeningCheck('api', server)],
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
      await views.close();
    },
  };
}
