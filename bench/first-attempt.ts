/**
 * From event to first attempt: from when the event's transaction is known to have committed, before anyone is woken, to
 * when its request has arrived whole at the receiver, which is in this process and so has the same clock.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction } from '../src/services/transaction.ts';
import { createAccountWithEndpoints, eventData, openRig, recordEvent, sequenceOf, type Rig } from './deliveries.ts';
import type { Figure } from './report.ts';
import type { Setting } from './setting.ts';
import { percentile, summarise } from './statistics.ts';
import { until } from './until.ts';

const RATES_PER_SECOND = [10, 50];
const CONCURRENCY = 50;
const ROUNDS = 3;
const ROUND_MS = 6_000;
const WARM_UP = { perSecond: 100, ms: 3_000 };
const PERCENTILES = [0.5, 0.95, 0.99];

/** Commits an event; calls back as soon as that is known. */
type Commit = (sequence: number, committed: () => void) => Promise<void>;

export async function measureFirstAttempt(setting: Setting): Promise<Figure[]> {
  const rig = await openRig(setting);
  const service = await commitEvents(setting, rig);
  const baseline = commitBareRows(setting, rig);
  await rig.service.start(CONCURRENCY);
  await rig.baseline.start(CONCURRENCY);
  await sample(rig, service, WARM_UP.perSecond, WARM_UP.ms);
  await sample(rig, baseline, WARM_UP.perSecond, WARM_UP.ms);
  const figures: Figure[] = [];
  for (const perSecond of RATES_PER_SECOND) {
    const rounds: { service: number[]; baseline: number[] }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        service: await sample(rig, service, perSecond, ROUND_MS),
        baseline: await sample(rig, baseline, perSecond, ROUND_MS),
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

/** Commits events at an even pace, whatever becomes of the earlier ones, and times each to its arrival. */
async function sample({ receiver }: Rig, commit: Commit, perSecond: number, durationMs: number): Promise<number[]> {
  const total = Math.round((perSecond * durationMs) / 1_000);
  const committedAt = new Map<number, number>();
  const arrivedAt = new Map<number, number>();
  receiver.listen((body) => arrivedAt.set(sequenceOf(body), performance.now()));
  const startedAt = performance.now();
  const commits: Promise<void>[] = [];
  for (let sequence = 0; sequence < total; sequence++) {
    await delay(Math.max(0, startedAt + (sequence * 1_000) / perSecond - performance.now()));
    commits.push(commit(sequence, () => committedAt.set(sequence, performance.now())));
  }
  await Promise.all(commits);
  await until('all events arrived', 5, () => arrivedAt.size === total);
  return [...committedAt].map(([sequence, at]) => arrivedAt.get(sequence)! - at);
}

/** By the service's own transaction, in turn for ten accounts with an endpoint each. */
async function commitEvents({ service }: Setting, { receiver }: Rig): Promise<Commit> {
  const scopes = await Promise.all(receiver.urls.map((url) => createAccountWithEndpoints(service, [url])));
  return (sequence, committed) => {
    const wake: typeof service.wake = (channel) => {
      committed();
      service.wake(channel);
    };
    return inTransaction({ ...service, wake }, scopes[sequence % scopes.length]!, (tx) => {
      recordEvent(tx, sequence);
      return Promise.resolve();
    });
  };
}

function commitBareRows({ service: { db } }: Setting, { receiver }: Rig): Commit {
  return async (sequence, committed) => {
    const url = receiver.urls[sequence % receiver.urls.length]!;
    const text = 'insert into bare_delivery (url, body) values ($1, $2)';
    await db.pool.query({ name: 'bare_insert', text, values: [url, JSON.stringify(eventData(sequence))] });
    committed();
    await db.pool.query('notify bare');
  };
}
