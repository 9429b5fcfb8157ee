import { OperationsRefusal } from '../operations/refusal.ts';
import { aborted } from './aborted.ts';
import type { FollowingClock } from './following-clock.ts';
import { MAX_SKIP_MS, TOO_FAR, type SkipRequest } from './skip-request.ts';
import type { TimeGate } from './time-gate.ts';

/** What came of a skip. */
export interface Skipped {
  from: Date;
  now: Date;
  /** What was still to be done when its answer was due, in words; empty after a skip that is over. */
  waitingFor: string[];
}

export interface Skipper {
  /**
   * Moves the time of the whole stack on. Skips that are asked for at once are done in turn.
   *
   * @throws OperationsRefusal when the time to skip to has come already or is too far off, or the skipper is closed
   */
  skip(request: SkipRequest): Promise<Skipped>;
  /** Ends what is under way; the time stands then. */
  close(): Promise<void>;
}

export interface SkipperDeps {
  gate: TimeGate;
  clock: FollowingClock;
  /** Runs what runs by the hour and by the day elsewhere. */
  runSchedules: () => Promise<void>;
  /** What waits to be sent outside of Temporal, in words. */
  describeUnsent: () => Promise<string[]>;
}

const OVERDUE = new Error('The answer of a skip is due.');
const CLOSED = new OperationsRefusal(503, 'The stack is being stopped.');

export function createSkipper({ gate, clock, runSchedules, describeUnsent }: SkipperDeps): Skipper {
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  async function move(byMs: number, signal: AbortSignal): Promise<void> {
    await gate.pass(byMs, signal);
    // Each run works off all that has come since the last, so that one at the end leaves what one an hour would.
    await Promise.race([runSchedules(), aborted(signal)]);
    await gate.pass(0, signal);
  }

  async function skip(request: SkipRequest): Promise<Skipped> {
    closing.signal.throwIfAborted();
    const from = clock.now();
    const byMs = lengthOf(request, from);
    const overdue = new AbortController();
    const timer = setTimeout(() => overdue.abort(OVERDUE), request.withinMs);
    try {
      await move(byMs, AbortSignal.any([closing.signal, overdue.signal]));
      return { from, now: clock.now(), waitingFor: [] };
    } catch (error) {
      if (error !== OVERDUE) throw error;
      return { from, now: clock.now(), waitingFor: await describeRest(new Date(from.getTime() + byMs)) };
    } finally {
      clearTimeout(timer);
    }
  }

  async function describeRest(to: Date): Promise<string[]> {
    const timers = clock.now() < to ? [`what is due until ${to.toISOString()}`] : [];
    return [...(await describeUnsent()), ...gate.running().map((type) => `the activity ${type}`), ...timers];
  }

  return {
    skip(request) {
      const skipped = last.then(() => skip(request));
      last = skipped.catch(() => undefined);
      return skipped;
    },
    async close() {
      closing.abort(CLOSED);
      await last;
    },
  };
}

function lengthOf(request: SkipRequest, from: Date): number {
  if ('byMs' in request) return request.byMs;
  const ms = request.to.getTime() - from.getTime();
  if (ms <= 0) throw new OperationsRefusal(422, `\`to\` must be later than the stack's time, ${from.toISOString()}.`);
  if (ms > MAX_SKIP_MS) throw new OperationsRefusal(422, TOO_FAR);
  return ms;
}
