import { Agent } from 'undici';
import { createGuardedConnector } from './guarded-connector.ts';
import type { ConnectorSettings } from './guarded-connector.ts';
import { passingOverContinue } from './pass-over-continue.ts';
import { WebhookExchange } from './webhook-exchange.ts';
import type { WebhookOutcome } from './webhook-exchange.ts';

export type { WebhookOutcome };

export interface WebhookPosterSettings extends ConnectorSettings {
  /** For the whole exchange, from the call to the end of the answer's body. */
  timeoutMs?: number;
  /** More posts to one origin than this wait for a connection, on their own time. */
  connectionsPerOrigin?: number;
}

export interface WebhookPost {
  /** As accepted by `checkWebhookUrl`. */
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  signal?: AbortSignal;
}

export interface WebhookPoster {
  /**
   * Posts once; redirects are not followed. The status line decides the outcome, and the promise resolves when the
   * connection is free again or closed. What the network does wrong is an outcome, never an error. Rejects with the
   * signal's reason when aborted before the status line, with a TypeError when the URL is not https, and after `close`.
   */
  post(request: WebhookPost): Promise<WebhookOutcome>;
  /** Refuses new posts, waits for those under way, and closes all connections. */
  close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_CONNECTIONS_PER_ORIGIN = 64;

/** Creates the sender of webhooks. Its connections are kept alive and shared by all posts to an origin. */
export function createWebhookPoster(settings: WebhookPosterSettings): WebhookPoster {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, connectionsPerOrigin = DEFAULT_CONNECTIONS_PER_ORIGIN } = settings;
  const agent = new Agent({
    connect: passingOverContinue(createGuardedConnector(settings)),
    connections: connectionsPerOrigin,
    pipelining: 1,
    allowH2: false,
    // The exchange's own timer covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let closing: Promise<void> | undefined;
  return {
    post: ({ url, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        if (agent.closed) throw new Error('the webhook poster is closed');
        const { protocol, origin, pathname, search } = new URL(url);
        if (protocol !== 'https:') throw new TypeError('a webhook is posted to an https URL only');
        const exchange = new WebhookExchange({ timeoutMs, signal, resolve, reject });
        agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, exchange);
      }),
    close: () => (closing ??= agent.close()),
  };
}
