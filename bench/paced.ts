import { setTimeout as delay } from 'node:timers/promises';
import type { Receiver } from './receiver.ts';
import { until } from './until.ts';

/** Sends one event and returns its id. Calls back at the moment that its way is timed from. */
export type Send = (sequence: number, begun: () => void) => Promise<string>;

/**
 * Sends events at an even pace, whatever becomes of the earlier ones, and times each to its arrival.
 *
 * @returns milliseconds of each
 */
export async function timeArrivals(
  receiver: Receiver,
  send: Send,
  perSecond: number,
  durationMs: number,
): Promise<number[]> {
  const total = Math.round((perSecond * durationMs) / 1_000);
  const arrivedAt = new Map<string, number>();
  receiver.listen((body) => arrivedAt.set(idOf(body), performance.now()));
  const startedAt = performance.now();
  const sends: Promise<{ id: string; begunAt: number }>[] = [];
  for (let sequence = 0; sequence < total; sequence++) {
    await delay(Math.max(0, startedAt + (sequence * 1_000) / perSecond - performance.now()));
    let begunAt = 0;
    sends.push(send(sequence, () => (begunAt = performance.now())).then((id) => ({ id, begunAt })));
  }
  const sent = await Promise.all(sends);
  await until('all events arrived', 5, () => sent.every(({ id }) => arrivedAt.has(id)));
  return sent.map(({ id, begunAt }) => arrivedAt.get(id)! - begunAt);
}

/** The id of an event, of the service's or of the baseline's: it stands before all others in its body. */
function idOf(body: string): string {
  return /"id":"([^"]+)"/.exec(body)![1]!;
}
