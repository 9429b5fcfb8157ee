import type { Clock } from '../../src/clock.ts';

export interface TestClock extends Clock {
  /** Moves this clock forward, or to a time. */
  advance(ms: number): void;
  set(time: Date): void;
  /** Stands still at a time until it is moved. */
  stop(time: Date): void;
}

/** A clock that runs like the machine's but can be moved. */
export function createTestClock(): TestClock {
  let offsetMs = 0;
  let stopped: Date | null = null;
  const clock: TestClock = {
    now: () => stopped ?? new Date(Date.now() + offsetMs),
    advance(ms) {
      clock.set(new Date(clock.now().getTime() + ms));
    },
    set(time) {
      offsetMs = time.getTime() - Date.now();
      stopped = null;
    },
    stop(time) {
      stopped = time;
    },
  };
  return clock;
}
