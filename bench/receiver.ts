import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServerCertificate } from '../dev/certificates.ts';
import { RECEIVER_HOSTS } from './setting.ts';

/** Called when a request has arrived whole. */
export type Arrival = (body: string) => void;

/** An HTTPS server that gives every post the same answer. */
export interface Receiver {
  /** URLs of different origins that all lead here. */
  urls: string[];
  /** Whom to tell from now on. */
  listen(arrival: Arrival): void;
  close(): Promise<void>;
}

/** @param status of every answer */
export async function startReceiver(certificate: ServerCertificate, status = 200): Promise<Receiver> {
  let tell: Arrival = () => undefined;
  const server = createServer(certificate, (request, response) => {
    void text(request).then((body) => {
      tell(body);
      response.writeHead(status).end();
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urls: RECEIVER_HOSTS.map((host) => `https://${host}:${port}/webhooks`),
    listen: (arrival) => void (tell = arrival),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
