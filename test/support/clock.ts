import type { Clock } from '../../src/clock.ts';

export interface TestClock extends Clock {
  /** Moves this clock forward, or to a time. */
  advance(ms: number): void;
  set(time: Date): void;
}

/** A clock that runs like the machine's but can be moved. */
export function createTestClock(): TestClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance(ms) {
      offsetMs += ms;
    },
    set(time) {
      offsetMs = time.getTime() - Date.now();
    },
  };
}
