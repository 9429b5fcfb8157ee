/**
 * From event to first attempt: from when the event's transaction is known to have committed, before anyone is woken, to
 * when its request has arrived whole at the receiver, which is in this process and so has the same clock.
 */
import { bareBody, commitEvents, createAccountWithEndpoints, openRig, type Rig } from './deliveries.ts';
import { timeArrivals, type Send } from './paced.ts';
import type { Figure } from './report.ts';
import type { Setting } from './setting.ts';
import { percentile, summarise } from './statistics.ts';

const RATES_PER_SECOND = [10, 50];
const CONCURRENCY = 50;
const ROUNDS = 3;
const ROUND_MS = 6_000;
const WARM_UP = { perSecond: 100, ms: 3_000 };
const PERCENTILES = [0.5, 0.95, 0.99];

export async function measureFirstAttempt(setting: Setting): Promise<Figure[]> {
  const rig = await openRig(setting);
  const scopes = await Promise.all(rig.receiver.urls.map((url) => createAccountWithEndpoints(setting.service, [url])));
  const service = commitEvents(setting.service, scopes);
  const baseline = commitBareRows(setting, rig);
  await rig.service.start(CONCURRENCY);
  await rig.baseline.start(CONCURRENCY);
  await timeArrivals(rig.receiver, service, WARM_UP.perSecond, WARM_UP.ms);
  await timeArrivals(rig.receiver, baseline, WARM_UP.perSecond, WARM_UP.ms);
  const figures: Figure[] = [];
  for (const perSecond of RATES_PER_SECOND) {
    const rounds: { service: number[]; baseline: number[] }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        service: await timeArrivals(rig.receiver, service, perSecond, ROUND_MS),
        baseline: await timeArrivals(rig.receiver, baseline, perSecond, ROUND_MS),
      });
    }
    for (const share of PERCENTILES) {
      const pairs = rounds.map((round) => ({
        service: percentile(round.service, share),
        baseline: percentile(round.baseline, share),
      }));
      const name = `event to first attempt, ${perSecond}/s, p${share * 100}`;
      figures.push({ name, unit: 'ms', ...summarise(pairs) });
    }
  }
  await rig.service.stop();
  await rig.baseline.stop();
  await rig.close();
  return figures;
}

function commitBareRows({ service: { db } }: Setting, { receiver }: Rig): Send {
  return async (sequence, committed) => {
    const url = receiver.urls[sequence % receiver.urls.length]!;
    const id = `bare-${sequence}`;
    const text = 'insert into bare_delivery (url, body) values ($1, $2)';
    await db.pool.query({ name: 'bare_insert', text, values: [url, bareBody(id)] });
    committed();
    await db.pool.query('notify bare');
    return id;
  };
}
