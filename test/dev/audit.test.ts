import assert from 'node:assert/strict';
import { judge } from '../../dev/audit/judge.ts';

const advisory = {
  name: 'left-pad',
  title: 'Pads on the right',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  severity: 'high',
  range: '<2.0.0',
};
const answer = { vulnerabilities: { 'left-pad': { via: [advisory] }, padder: { via: ['left-pad', advisory] } } };
const line = 'GHSA-aaaa-bbbb-cccc (high) left-pad <2.0.0: Pads on the right';
const explanation = { advisory: 'GHSA-aaaa-bbbb-cccc', reason: 'nothing is padded', until: '2026-12-31' };

describe('the audit of dependencies', () => {
  it('holds each advisory open once, however many packages have it', () => {
    assert.deepEqual(judge(answer, [], new Date('2026-11-01')), { open: [line], explained: [], stale: [] });
  });

  it('lets an explained one pass through the day on which its explanation ends, and not after it', () => {
    assert.deepEqual(judge(answer, [explanation], new Date('2026-12-31T23:59:59Z')), {
      open: [],
      explained: [`${line}: nothing is padded`],
      stale: [],
    });
    assert.deepEqual(judge(answer, [explanation], new Date('2027-01-01T00:00:00Z'))!.open, [line]);
  });

  it('names explanations that nothing needs any more', () => {
    assert.deepEqual(judge({ vulnerabilities: {} }, [explanation], new Date('2026-11-01')), {
      open: [],
      explained: [],
      stale: ['GHSA-aaaa-bbbb-cccc'],
    });
  });

  it('takes an answer without a list of findings for no answer, never for no findings', () => {
    for (const none of [null, {}, { error: 'E405', message: '405 Method Not Allowed' }]) {
      assert.equal(judge(none, [], new Date()), null);
    }
  });
});
