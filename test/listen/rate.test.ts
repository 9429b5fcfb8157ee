import assert from 'node:assert/strict';
import { isShort, pacedDelayMs, type Rate } from '../../src/listen/rate.ts';

const HOUR_MS = 3_600_000;

interface Hour {
  limit: number;
  /** 0 while events stream, a quarter while they come now and then, 1 while there are none. */
  haste: number;
  /** Requests of others in each minute. */
  othersPerMinute?: number;
}

/** Follows the pace through an hour, with the headers that the service would send. */
function spendHour({ limit, haste, othersPerMinute = 0 }: Hour): {
  polls: number;
  longestMs: number;
  refused: number;
} {
  let polls = 0;
  let refused = 0;
  let longestMs = 0;
  for (let nowMs = 0; nowMs < HOUR_MS;) {
    const usedByOthers = Math.floor((nowMs / 60_000) * othersPerMinute);
    if (polls + usedByOthers >= limit) refused++;
    polls++;
    const remaining = Math.max(0, limit - polls - usedByOthers);
    const rate: Rate = { limit, remaining, resetsAtMs: HOUR_MS };
    // No answer comes sooner than this.
    const delayMs = Math.max(20, pacedDelayMs(haste, rate, nowMs));
    longestMs = Math.max(longestMs, delayMs);
    nowMs += delayMs;
  }
  return { polls, longestMs, refused };
}

describe('the pace of the developers’ command', () => {
  it('spends half of 600 requests in an idle hour, one every 12 seconds', () => {
    const { polls, longestMs, refused } = spendHour({ limit: 600, haste: 1 });
    assert.deepEqual(
      { polls, seconds: Math.round(longestMs / 1_000), refused },
      { polls: 300, seconds: 12, refused: 0 },
    );
  });

  it('spends half of 3,600 requests in an idle hour, one every 2 seconds', () => {
    const { polls, longestMs, refused } = spendHour({ limit: 3_600, haste: 1 });
    assert.deepEqual(
      { polls, seconds: Math.round(longestMs / 1_000), refused },
      { polls: 1_800, seconds: 2, refused: 0 },
    );
  });

  for (const limit of [600, 3_600]) {
    it(`is never refused, and leaves some to others, when events stream for an hour of ${limit} requests`, () => {
      const { polls, refused, longestMs } = spendHour({ limit, haste: 0 });
      assert.equal(refused, 0);
      assert.ok(polls > limit / 2 && polls < limit * 0.9, `${polls} polls`);
      assert.ok(longestMs < 30_000, `${longestMs} ms`);
    });
  }

  it('leaves a quarter of the hour to others at worst, and half of it while idle', () => {
    assert.equal(spendHour({ limit: 600, haste: 0, othersPerMinute: 150 / 60 }).refused, 0);
    assert.equal(spendHour({ limit: 600, haste: 1, othersPerMinute: 300 / 60 }).refused, 0);
  });

  it('is as fast as the events while more than half of the hour is left, and waits for the next when none is', () => {
    const rate = (remaining: number): Rate => ({ limit: 600, remaining, resetsAtMs: 60_000 });
    assert.equal(pacedDelayMs(0, rate(301), 0), 0);
    assert.equal(pacedDelayMs(1 / 4, rate(301), 0), 3_000);
    assert.equal(pacedDelayMs(1 / 4, rate(300), 0), 12_000);
    assert.deepEqual([pacedDelayMs(0, rate(1), 0), pacedDelayMs(0, rate(0), 0)], [61_000, 61_000]);
    assert.deepEqual([isShort(rate(300), 0), isShort(rate(300), 60_000)], [true, false]);
    assert.equal(pacedDelayMs(0, rate(0), 60_000), 0, 'the hour is over');
  });
});
