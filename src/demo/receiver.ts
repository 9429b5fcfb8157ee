import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ServerCertificate } from '../../dev/certificates.ts';
import type { Running } from '../main/service.ts';
import type { Inbox } from './inbox.ts';

/** The host name that the receiver's certificate has to be for. */
export const RECEIVER_HOST = 'receiver.localhost';

export interface Receiver extends Running {
  /** Where webhooks are to be sent. */
  url: string;
  /** Hands every webhook to this inbox from now on; until then the receiver answers 503. */
  deliverTo(inbox: Inbox): void;
}

/**
 * Receives webhooks over HTTPS on loopback, on a port that is free and a path that is new each time: what is sent to
 * the receiver of an earlier run is not found.
 */
export async function startReceiver(certificate: ServerCertificate): Promise<Receiver> {
  const path = `/webhooks/${randomUUID()}`;
  let inbox: Inbox | undefined;

  const answer = async (request: IncomingMessage): Promise<number> => {
    const body = await buffer(request);
    if (request.url !== path) return 404;
    if (!inbox) return 503;
    return inbox.take(request.headers as Record<string, string>, body) === 'rejected' ? 401 : 204;
  };

  const server = createServer(certificate, (request, response) => {
    answer(request).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://${RECEIVER_HOST}:${(server.address() as AddressInfo).port}${path}`,
    deliverTo: (next) => (inbox = next),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
