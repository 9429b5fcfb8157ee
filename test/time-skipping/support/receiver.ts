import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { TimeSkippingStack } from '../../../src/main/time-skipping-stack.ts';

export interface SkippedWebhook {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  signatures: number;
}

/** A receiver with the stack's own certificate, which takes a while over its answers. */
export interface SkippingReceiver {
  url: string;
  received: SkippedWebhook[];
  close(): Promise<void>;
}

const ANSWER_MS = 200;

export async function startSkippingReceiver(
  { receiver: { host, cert, key } }: Pick<TimeSkippingStack, 'receiver'>,
  status: number,
): Promise<SkippingReceiver> {
  const received: SkippedWebhook[] = [];
  const server = createServer({ cert, key }, ({ headers }, response) => {
    received.push({
      id: String(headers['webhook-id']),
      timestamp: Number(headers['webhook-timestamp']),
      signatures: String(headers['webhook-signature']).split(' ').length,
    });
    void setTimeout(ANSWER_MS).then(() => response.writeHead(status).end());
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
