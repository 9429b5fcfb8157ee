import assert from 'node:assert/strict';
import { problemsOf, type Outcome } from '../../src/demo/summary.ts';

const NONE = { pending: 0, in_progress: 0, action_required: 0, submitted: 0, live: 0, not_accepted: 0, cancelled: 0 };
const WELL: Outcome = {
  counts: { ...NONE, live: 2 },
  countsOfApi: { ...NONE, live: 2 },
  missing: [],
  tally: { received: 5, verified: 5, duplicates: 1, rejected: 0 },
  feed: ['evt_a', 'evt_b', 'evt_c', 'evt_d'],
  missed: [],
};

describe('outcome of a launch', () => {
  it('is well when everything was told, duplicates or not', () => {
    assert.deepEqual(problemsOf(WELL), []);
  });

  const wrong: [string, Partial<Outcome>][] = [
    ['something was never told', { missing: ['project.completed'] }],
    ['the API counts otherwise', { countsOfApi: { ...NONE, live: 1, submitted: 1 } }],
    ['a webhook was rejected', { tally: { ...WELL.tally, rejected: 1 } }],
    ['an event was missed', { missed: ['evt_b'] }],
  ];
  for (const [what, part] of wrong) {
    it(`is not well when ${what}`, () => {
      assert.equal(problemsOf({ ...WELL, ...part }).length, 1);
    });
  }
});
