import { lookup } from 'node:dns/promises';
import { Agent } from 'undici';
import type { Clock } from '../clock.ts';
import { signedHeaders } from '../crypto/webhook-signature.ts';
import type { AddressPolicy } from '../outbound/address-policy.ts';
import { createGuardedConnector } from '../outbound/guarded-connector.ts';
import { WebhookExchange, type WebhookOutcome } from '../outbound/webhook-exchange.ts';
import type { FeedEvent } from './feed-page.ts';

export interface Forwarder {
  /**
   * Posts an event once, signed as a delivery is (specification 6.3) and judged as one: 10 seconds, 5 of them to connect,
   * redirects not followed. Rejects with the signal's reason when aborted before there was an answer.
   */
  forward(event: FeedEvent): Promise<WebhookOutcome>;
  close(): Promise<void>;
}

export interface ForwarderSettings {
  url: URL;
  /** `whsec_...` */
  secret: string;
  clock: Clock;
  signal: AbortSignal;
}

const TIMEOUT_MS = 10_000;

/** The developer's own machine connects, to where the developer said: nothing is gained that it could not reach anyway. */
const ANYWHERE: AddressPolicy = { permitsAddress: () => true, listsAddress: () => true, listsName: () => true };

export function createForwarder({ url, secret, clock, signal }: ForwarderSettings): Forwarder {
  const agent = new Agent({
    // Local servers often listen on one of the addresses of `localhost` only; the system knows both.
    connect: createGuardedConnector({ policy: ANYWHERE, resolve: (hostname) => lookup(hostname, { all: true }) }),
    // A connection each, since an app under development restarts and takes the open ones with it.
    pipelining: 0,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    forward(event) {
      const body = JSON.stringify(event);
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Directory-Listing-Service/1 (listen)',
        ...signedHeaders([secret], event.id, clock.now(), body),
      };
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const exchange = new WebhookExchange({ timeoutMs: TIMEOUT_MS, signal, resolve, reject });
        const { origin, pathname, search } = url;
        agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, exchange);
      });
    },
    close: () => agent.destroy(),
  };
}
