/**
 * What an endpoint that takes connections and never answers costs its neighbour in the same account: the neighbour's time
 * from event to first attempt with a thousand deliveries waiting for the black hole, beside the time without.
 */
import { once } from 'node:events';
import { createServer } from 'node:tls';
import type { AddressInfo, Socket } from 'node:net';
import type { ServerCertificate } from '../dev/certificates.ts';
import type { Scope } from '../src/db/scope.ts';
import type { Service } from '../src/main/service.ts';
import { createEndpoint } from '../src/services/webhooks/create-endpoint.ts';
import { updateEndpoint } from '../src/services/webhooks/update-endpoint.ts';
import { inTransaction } from '../src/services/transaction.ts';
import { commitEvents, createAccountWithEndpoints, openRig, type Rig } from './deliveries.ts';
import { timeArrivals, type Send } from './paced.ts';
import type { Figure } from './report.ts';
import { RECEIVER_HOSTS, type Setting } from './setting.ts';
import { percentile, summarise } from './statistics.ts';
import { until } from './until.ts';

const PENDING = 1_000;
const PER_SECOND = 50;
/** Long enough for its attempts to time out and to be made again. */
const ROUND_MS = 25_000;
const ROUNDS = 3;
const AIM = { atMost: 1.2 };

export async function measureBlackHole(setting: Setting): Promise<Figure[]> {
  const { service } = setting;
  const rig = await openRig(setting);
  const hole = await openBlackHole(setting.certificate);
  const scope = await createAccountWithEndpoints(service, [rig.receiver.urls[0]!], ['listing.*']);
  const send = commitEvents(service, [scope]);
  await rig.service.start(1);
  await timeArrivals(rig.receiver, send, PER_SECOND, ROUND_MS / 5); // warms up
  const endpoint = await addBlackHole(service, scope, hole.url);
  const rounds: { service: number[]; baseline: number[] }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const without = await timeWith(setting, rig, scope, endpoint, send, false);
    rounds.push({ baseline: without, service: await timeWith(setting, rig, scope, endpoint, send, true) });
  }
  await rig.service.stop();
  await rig.close();
  await hole.close();
  return [0.5, 0.95, 0.99].map((share) => ({
    name: `event to first attempt beside a black hole, p${share * 100}`,
    unit: 'ms',
    ...summarise(
      rounds.map((round) => ({
        service: percentile(round.service, share),
        baseline: percentile(round.baseline, share),
      })),
    ),
    ...(share === 0.95 && { aim: AIM }),
  }));
}

/** Times a round with the black hole enabled or not. */
async function timeWith(
  { service }: Setting,
  { receiver }: Rig,
  scope: Scope,
  endpoint: string,
  send: Send,
  enabled: boolean,
): Promise<number[]> {
  await updateEndpoint(service, scope, endpoint, { enabled });
  if (!enabled) await until('nothing is sent to it', 50, () => isIdle(service, endpoint));
  return timeArrivals(receiver, send, PER_SECOND, ROUND_MS);
}

/** Adds the endpoint, with its deliveries waiting, and disables it. */
async function addBlackHole(service: Service, scope: Scope, url: string): Promise<string> {
  const endpoint = { url, events: ['report.*'], description: null, enabled: true };
  const { id } = await createEndpoint(service, scope, 'active', endpoint);
  await inTransaction(service, scope, (tx) => {
    for (let made = 0; made < PENDING; made++) tx.record({ type: 'report.ready', project: null, data: {} });
    return Promise.resolve();
  });
  await updateEndpoint(service, scope, id, { enabled: false });
  return id;
}

async function isIdle({ db }: Service, endpoint: string): Promise<boolean> {
  const { rows } = await db.pool.query(
    'select 1 from webhook_delivery where endpoint_id = $1 and claim is not null limit 1',
    [endpoint],
  );
  return rows.length === 0;
}

/** Takes connections and what is sent over them, and never answers. */
async function openBlackHole(certificate: ServerCertificate): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer(certificate, (socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://${RECEIVER_HOSTS[9]!}:${(server.address() as AddressInfo).port}/webhooks`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
