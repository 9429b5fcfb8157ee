import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { ServerCertificate } from '../../../dev/certificates.ts';

export interface SkippedWebhook {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  signatures: number;
  type: string;
  /** Seconds since 1970. */
  createdAt: number;
  /** The stack's time just before the answer, in seconds since 1970. */
  answeredAt: number;
}

/** A receiver with the stack's own certificate, which takes a while over its answers. */
export interface SkippingReceiver {
  url: string;
  received: SkippedWebhook[];
  close(): Promise<void>;
}

export interface SkippingReceiverOptions {
  receiver: ServerCertificate & { host: string };
  /** Asks for the stack's time. */
  now: () => Promise<Date>;
  /** What it answers with; null for no answer at all. */
  status: number | null;
}

const ANSWER_MS = 200;

export async function startSkippingReceiver(options: SkippingReceiverOptions): Promise<SkippingReceiver> {
  const { host, cert, key } = options.receiver;
  const received: SkippedWebhook[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    void readWebhook(request).then(async (webhook) => {
      await setTimeout(ANSWER_MS);
      received.push({ ...webhook, answeredAt: (await options.now()).getTime() / 1_000 });
      if (options.status !== null) response.writeHead(options.status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://${host}:${(server.address() as AddressInfo).port}/hooks`,
    received,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readWebhook(request: IncomingMessage): Promise<Omit<SkippedWebhook, 'answeredAt'>> {
  const { headers } = request;
  const event = (await json(request)) as { type: string; created_at: string };
  return {
    id: String(headers['webhook-id']),
    timestamp: Number(headers['webhook-timestamp']),
    signatures: String(headers['webhook-signature']).split(' ').length,
    type: event.type,
    createdAt: Date.parse(event.created_at) / 1_000,
  };
}
