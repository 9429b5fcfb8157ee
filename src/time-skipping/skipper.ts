import { OperationsRefusal } from '../operations/refusal.ts';
import type { FollowingClock } from './following-clock.ts';
import { MAX_SKIP_MS, TOO_FAR, type SkipRequest } from './skip-request.ts';
import type { TimeGate } from './time-gate.ts';

/** What came of a skip. */
export interface Skipped {
  from: Date;
  now: Date;
}

/**
 * Moves the time of the whole stack on. Skips that are asked for at once are done in turn.
 *
 * @throws OperationsRefusal when the time to skip to has come already, or is too far off
 */
export type Skip = (request: SkipRequest) => Promise<Skipped>;

export interface SkipperDeps {
  gate: TimeGate;
  clock: FollowingClock;
  /** Runs what runs by the hour and by the day elsewhere. */
  runSchedules: () => Promise<void>;
}

export function createSkipper({ gate, clock, runSchedules }: SkipperDeps): Skip {
  let last: Promise<unknown> = Promise.resolve();

  async function skip(request: SkipRequest): Promise<Skipped> {
    const from = clock.now();
    await gate.pass(lengthOf(request, from));
    // Each run works off all that has come since the last, so that one at the end leaves what one an hour would.
    await runSchedules();
    await gate.pass(0);
    return { from, now: clock.now() };
  }

  return (request) => {
    const skipped = last.then(() => skip(request));
    last = skipped.catch(() => undefined);
    return skipped;
  };
}

function lengthOf(request: SkipRequest, from: Date): number {
  if ('byMs' in request) return request.byMs;
  const ms = request.to.getTime() - from.getTime();
  if (ms <= 0) throw new OperationsRefusal(422, `\`to\` must be later than the stack's time, ${from.toISOString()}.`);
  if (ms > MAX_SKIP_MS) throw new OperationsRefusal(422, TOO_FAR);
  return ms;
}
