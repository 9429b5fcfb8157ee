import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  afterTry,
  beginSubmission,
  hasTurn,
  resume,
  retryNow,
  withoutTurn,
  withTurn,
  type SubmissionOutcome,
} from '../../src/domain/submission.ts';

const DAY_MS = 86_400_000;
const FIVE_DAYS_AND_A_BIT_MS = 5 * DAY_MS + 9 * 3_600_000;
const START = '2026-11-21T12:00:00.000Z';

const time = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const failure: fc.Arbitrary<SubmissionOutcome> = fc.oneof(
  fc.constant({ kind: 'fault' as const, said: 'HTTP 500' }),
  fc.record({
    kind: fc.constant('slow_down' as const),
    said: fc.constant('HTTP 429'),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: DAY_MS })),
  }),
);

describe('the submission of a listing', () => {
  it('is tried eleven times at most, never earlier than the directory asked, until it is stuck', () => {
    fc.assert(
      fc.property(fc.array(failure, { minLength: 11, maxLength: 11 }), (failures) => {
        let submission = beginSubmission(3, START);
        for (const outcome of failures) {
          assert.equal(submission.stuck, null);
          const at = submission.dueAt;
          submission = afterTry(submission, outcome, at);
          const asked = outcome.kind === 'slow_down' ? (outcome.retryAfterMs ?? 0) : 0;
          if (!submission.stuck) assert.ok(Date.parse(submission.dueAt) - Date.parse(at) >= Math.max(asked, 60_000));
        }
        assert.match(submission.stuck!.reason, /No success in 11 tries, at last: HTTP/);
        assert.ok(Date.parse(submission.dueAt) - Date.parse(START) <= FIVE_DAYS_AND_A_BIT_MS + 10 * DAY_MS);
      }),
    );
  });

  it('goes on after it was stuck: `retry` once, `resume` for five more days', () => {
    const fault = { kind: 'fault', said: 'timeout' } as const;
    let submission = beginSubmission(3, START);
    for (let tries = 0; tries < 11; tries++) submission = afterTry(submission, fault, submission.dueAt);
    const retried = retryNow(submission, START);
    assert.deepEqual([retried.stuck, retried.dueAt], [null, START]);
    assert.ok(afterTry(retried, fault, START).stuck);
    let tries = 0;
    for (submission = resume(submission, START); !submission.stuck; tries++) {
      assert.equal(Date.parse(submission.dueAt), Date.parse(START) + (tries + 1) * DAY_MS);
      submission = afterTry(submission, fault, submission.dueAt);
    }
    assert.equal(tries, 5);
  });

  it('waits for a turn until the first hour of the next UTC day, and keeps a turn for its day', () => {
    fc.assert(
      fc.property(time, fc.string(), (now, listing) => {
        const at = now.toISOString();
        const submission = beginSubmission(1, at);
        const midnight = Date.parse(`${at.slice(0, 10)}T00:00:00Z`) + DAY_MS;
        const waitedMs = Date.parse(withoutTurn(submission, listing, at).dueAt) - midnight;
        assert.ok(waitedMs >= 0 && waitedMs < 3_600_000);
        const turned = withTurn(submission, at);
        assert.ok(hasTurn(turned, new Date(midnight - 1).toISOString()));
        assert.ok(!hasTurn(turned, new Date(midnight).toISOString()));
      }),
    );
  });
});
