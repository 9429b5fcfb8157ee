import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** A secret that a developer keeps. */
export const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

export interface Taken {
  id: string;
  body: string;
  headers: IncomingMessage['headers'];
  path: string;
}

/** A status, no answer ever, a closed connection, or a way to elsewhere. */
export type Behaviour = number | 'hang' | 'reset' | 'redirect';

/** The app of a developer on loopback, which believes only what is signed. */
export interface LocalApp {
  url: string;
  /** What it was sent with a good signature, in the order of arrival. */
  taken: Taken[];
  /** The requests whose signature was wrong. */
  rejected: number;
  /** Decides how each is answered; 204 at first. */
  behave(behaviour: (taken: Taken) => Behaviour): void;
  close(): Promise<void>;
}

/**
 * @param host as in a URL
 * @param port any that is free, unless given
 */
export async function startLocalApp({ secret = SECRET, host = '127.0.0.1', port = 0 } = {}): Promise<LocalApp> {
  const webhook = new Webhook(secret);
  let behaviour: (taken: Taken) => Behaviour = () => 204;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      try {
        webhook.verify(body, request.headers as Record<string, string>);
      } catch {
        app.rejected++;
        response.writeHead(401).end();
        return;
      }
      const taken = { id: String(request.headers['webhook-id']), body, headers: request.headers, path: request.url! };
      app.taken.push(taken);
      answer(response, behaviour(taken));
    });
  });
  server.listen(port, host.replace(/^\[|\]$/g, ''));
  await once(server, 'listening');
  const app: LocalApp = {
    url: `http://${host}:${(server.address() as AddressInfo).port}/webhooks?from=listen`,
    taken: [],
    rejected: 0,
    behave: (next) => (behaviour = next),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return app;
}

function answer(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour === 'hang') return;
  if (behaviour === 'reset') response.socket?.resetAndDestroy();
  else if (behaviour === 'redirect') response.writeHead(307, { location: '/elsewhere' }).end();
  else response.writeHead(behaviour).end();
}
