/** Sending what has piled up: deliveries a second, and CPU for each, beside a bare loop. */
import { sql } from 'kysely';
import type { Scope } from '../src/db/scope.ts';
import type { Service } from '../src/main/service.ts';
import { MAX_IN_FLIGHT } from '../src/outbox/claim-deliveries.ts';
import { inTransaction } from '../src/services/transaction.ts';
import { bareBody, createAccountWithEndpoints, openRig, recordEvent, type Rig } from './deliveries.ts';
import type { Figure } from './report.ts';
import type { Sender } from './sender.ts';
import type { Setting } from './setting.ts';
import { summarise, type Pair } from './statistics.ts';
import { until } from './until.ts';

const DELIVERIES = 3_000;
/** The most that the service has under way at once. */
const MAX_CONCURRENCY = 400;
const ROUNDS = 4;
const AIM = { atLeast: 0.5 };
const POLL_MS = 5;

interface Drained {
  perSecond: number;
  /** CPU seconds of the sending process for 1,000 deliveries. */
  cpuSeconds: number;
}

export async function measureDrain(setting: Setting): Promise<Figure[]> {
  const rig = await openRig(setting);
  const figures = [...(await measure(setting.service, rig, 10)), ...(await measure(setting.service, rig, 1))];
  await rig.close();
  return figures;
}

async function measure(service: Service, rig: Rig, endpoints: number): Promise<Figure[]> {
  const concurrency = Math.min(MAX_CONCURRENCY, endpoints * MAX_IN_FLIGHT.perEndpoint);
  const urls = rig.receiver.urls.slice(0, endpoints);
  const scope = await createAccountWithEndpoints(service, urls);
  const rates: Pair[] = [];
  const costs: Pair[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await pileUp(service, scope, DELIVERIES / endpoints);
    const ours = await drain(rig, rig.service, concurrency, () => isDrained(service));
    await pileUpBare(service, urls);
    const bare = await drain(rig, rig.baseline, concurrency, () => isBareDrained(service));
    if (round === 0) continue; // warms both up
    rates.push({ service: ours.perSecond, baseline: bare.perSecond });
    costs.push({ service: ours.cpuSeconds, baseline: bare.cpuSeconds });
  }
  const name = `drain ${DELIVERIES}, ${endpoints} endpoint${endpoints === 1 ? '' : 's'}`;
  return [
    { name, unit: 'deliveries/s', ...summarise(rates), aim: AIM },
    { name, unit: 'CPU s/1,000', ...summarise(costs) },
  ];
}

/** From the first arrival until the last outcome is recorded. */
async function drain(
  { receiver }: Rig,
  sender: Sender,
  concurrency: number,
  isDone: () => Promise<boolean>,
): Promise<Drained> {
  let arrived = 0;
  let firstAt = 0;
  receiver.listen(() => {
    if (arrived++ === 0) firstAt = performance.now();
  });
  await sender.start(concurrency);
  await until('all deliveries arrived', POLL_MS, () => arrived >= DELIVERIES);
  await until('all outcomes are recorded', POLL_MS, isDone);
  const seconds = (performance.now() - firstAt) / 1_000;
  const cpuSeconds = await sender.stop();
  return { perSecond: DELIVERIES / seconds, cpuSeconds: cpuSeconds / (DELIVERIES / 1_000) };
}

/** Each event makes a delivery for each of the account's endpoints. */
async function pileUp(service: Service, scope: Scope, events: number): Promise<void> {
  await inTransaction(service, scope, async (tx) => {
    for (let sequence = 0; sequence < events; sequence++) recordEvent(tx, sequence);
    return Promise.resolve();
  });
}

async function isDrained({ db }: Service): Promise<boolean> {
  const { rows } = await sql`select 1 from webhook_delivery where due_at is not null limit 1`.execute(db.sql);
  return rows.length === 0;
}

async function pileUpBare({ db }: Service, urls: readonly string[]): Promise<void> {
  const body = bareBody('bare');
  await sql`
    insert into bare_delivery (url, body)
    select (${urls}::text[])[1 + n % ${urls.length}], ${body} from generate_series(1, ${DELIVERIES}) as n
  `.execute(db.sql);
}

async function isBareDrained({ db }: Service): Promise<boolean> {
  const { rows } = await sql`select 1 from bare_delivery where sent_at is null limit 1`.execute(db.sql);
  return rows.length === 0;
}
