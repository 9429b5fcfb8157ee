import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority } from '../../dev/certificates.ts';

const HOST = 'receiver.localhost';
const DAY_MS = 86_400_000;

export interface ReceivedWebhook {
  headers: Record<string, string>;
  body: string;
  event: { id: string; type: string; data: { object: { id: string }; previous_status: string | null } };
}

type Answer = (webhook: ReceivedWebhook) => number | Promise<number>;

/** An HTTPS receiver of webhooks on loopback, and the settings under which the service reaches it. */
export interface Receiver {
  url: string;
  settings: { OUTBOUND_ALLOW: string; OUTBOUND_CA: string };
  received: ReceivedWebhook[];
  /** Decides what each webhook is answered with, at once or later; 204 at first. */
  answerWith(answer: Answer): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-receiver-'));
  const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  const authority = await createCertificateAuthority('Test authority', validity);
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, authority.cert);

  const received: ReceivedWebhook[] = [];
  let answer: Answer = () => 204;
  const server = createServer(await authority.issue([HOST], validity), (request, response) => {
    void readWebhook(request).then(async (webhook) => {
      received.push(webhook);
      respond(response, await answer(webhook));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://${HOST}:${(server.address() as AddressInfo).port}/hooks`,
    settings: { OUTBOUND_ALLOW: `127.0.0.0/8,${HOST}`, OUTBOUND_CA: caFile },
    received,
    answerWith: (next) => (answer = next),
    async close() {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true });
    },
  };
}

async function readWebhook(request: IncomingMessage): Promise<ReceivedWebhook> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  return {
    headers: request.headers as Record<string, string>,
    body,
    event: JSON.parse(body) as ReceivedWebhook['event'],
  };
}

function respond(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
}
