/**
 * From the call of `POST …/test` to the arrival of its ping, over one API process and one that sends; and the CPU time of
 * both for a thousand.
 */
import { request } from 'undici';
import { createAgency } from '../src/main/agency.ts';
import type { Service } from '../src/main/service.ts';
import { createEndpoint } from '../src/services/webhooks/create-endpoint.ts';
import { openRig, type Rig } from './deliveries.ts';
import { timeArrivals, type Send } from './paced.ts';
import type { Figure } from './report.ts';
import type { Sender } from './sender.ts';
import { serve, type Served } from './serve.ts';
import type { Setting } from './setting.ts';
import { percentile, summarise } from './statistics.ts';

const RATES_PER_SECOND = [10, 25, 50];
const COST_AT = 50;
const CONCURRENCY = 50;
const ROUNDS = 3;
const ROUND_MS = 6_000;
const WARM_UP = { perSecond: 100, ms: 3_000 };
const PERCENTILES = [0.5, 0.95, 0.99];

/** One way to send: its processes, and a call. */
interface Way {
  sender: Sender;
  server: Served;
  send: Send;
}

interface Sample {
  /** Milliseconds from the call to the arrival. */
  times: number[];
  /** CPU seconds of both processes for 1,000. */
  cpuSeconds: number;
}

export async function measureTestEvent(setting: Setting): Promise<Figure[]> {
  const rig = await openRig(setting);
  const api = await serve(setting, '../src/main/api.ts');
  const bare = await serve(setting, './bare-test-server.ts');
  const service = { sender: rig.service, server: api, send: await callService(setting.service, rig, api.origin) };
  const baseline = { sender: rig.baseline, server: bare, send: callBare(rig, bare.origin) };
  await sample(rig, service, WARM_UP.perSecond, WARM_UP.ms);
  await sample(rig, baseline, WARM_UP.perSecond, WARM_UP.ms);
  const figures: Figure[] = [];
  for (const perSecond of RATES_PER_SECOND) {
    const rounds: { service: Sample; baseline: Sample }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        service: await sample(rig, service, perSecond, ROUND_MS),
        baseline: await sample(rig, baseline, perSecond, ROUND_MS),
      });
    }
    const figure = (of: (sample: Sample) => number) =>
      summarise(rounds.map((round) => ({ service: of(round.service), baseline: of(round.baseline) })));
    for (const share of PERCENTILES) {
      const name = `POST …/test to arrival, ${perSecond}/s, p${share * 100}`;
      figures.push({ name, unit: 'ms', ...figure(({ times }) => percentile(times, share)) });
    }
    if (perSecond === COST_AT) {
      const name = `POST …/test to arrival, ${perSecond}/s`;
      figures.push({ name, unit: 'CPU s/1,000', ...figure(({ cpuSeconds }) => cpuSeconds) });
    }
  }
  await rig.close();
  return figures;
}

async function sample({ receiver }: Rig, way: Way, perSecond: number, durationMs: number): Promise<Sample> {
  await way.sender.start(CONCURRENCY);
  const before = way.server.child.cpuSeconds();
  const times = await timeArrivals(receiver, way.send, perSecond, durationMs);
  const cpuSeconds = (await way.sender.stop()) + way.server.child.cpuSeconds() - before;
  return { times, cpuSeconds: (cpuSeconds / times.length) * 1_000 };
}

/** In turn for ten accounts with an endpoint each. */
async function callService(service: Service, { receiver }: Rig, origin: string): Promise<Send> {
  const targets: { path: string; key: string }[] = [];
  for (const url of receiver.urls) {
    const agency = { name: 'Agency', ownerEmail: 'owner@agency.example', liveLaunches: 1 };
    const { accountId, keys } = await createAgency(service, agency);
    const scope = { account_id: accountId, livemode: true };
    const endpoint = { url, events: ['*'], description: null, enabled: true };
    const { id } = await createEndpoint(service, scope, 'active', endpoint);
    targets.push({ path: `/v1/webhook_endpoints/${id}/test`, key: keys.live.full });
  }
  return (sequence, begun) => {
    const { path, key } = targets[sequence % targets.length]!;
    return call(origin + path, { authorization: `Bearer ${key}` }, begun);
  };
}

function callBare({ receiver }: Rig, origin: string): Send {
  return (sequence, begun) => call(origin, { 'x-url': receiver.urls[sequence % receiver.urls.length]! }, begun);
}

async function call(url: string, headers: Record<string, string>, begun: () => void): Promise<string> {
  begun();
  const { statusCode, body } = await request(url, { method: 'POST', headers });
  if (statusCode !== 201) throw new Error(`${url} answered ${statusCode}: ${await body.text()}`);
  return ((await body.json()) as { event: string }).event;
}
