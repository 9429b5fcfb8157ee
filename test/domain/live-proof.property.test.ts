import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  afterReading,
  beginProof,
  readNextMonth,
  type LiveProof,
  type PageReading,
} from '../../src/domain/live-proof.ts';

const DAY_MS = 86_400_000;
const ID = 'lst_0V0000000000000000000a';
const START = '2030-01-01T00:00:00.000Z';
const kinds = fc.array(fc.constantFrom<PageReading['kind']>('there', 'gone', 'unclear'), { maxLength: 60 });

describe('the readings of a live page', () => {
  /** Reads when due until it is stuck. */
  const run = (sequence: PageReading['kind'][], look: (proof: LiveProof, before: LiveProof, read: number) => void) => {
    let proof = beginProof({ id: ID, version: 3 }, START, START);
    for (const [index, kind] of sequence.entries()) {
      if (proof.stuck) return;
      const before = proof;
      proof = afterReading(proof, ID, { kind, said: kind }, proof.dueAt);
      look(proof, before, index);
    }
  };

  it('call an operator exactly when the last two that said anything, not a month apart, found it gone', () => {
    fc.assert(
      fc.property(kinds, (sequence) =>
        run(sequence, (proof, before, index) => {
          const isSecond = sequence[index] === 'gone' && before.gone === 1;
          assert.equal(proof.stuck !== null, isSecond);
          if (isSecond)
            assert.ok(sequence.slice(0, index).lastIndexOf('gone') > sequence.slice(0, index).lastIndexOf('there'));
        }),
      ),
    );
  });

  it('are a day apart while something is wrong, and a month otherwise, with at most three in a row made up for', () => {
    fc.assert(
      fc.property(kinds, (sequence) => {
        let rereads = 0;
        run(sequence, (proof, before, index) => {
          if (proof.stuck) return;
          const days = (Date.parse(proof.dueAt) - Date.parse(before.dueAt)) / DAY_MS;
          assert.ok(days === 1 || (days >= 30 && days < 30.25), String(days));
          rereads = sequence[index] === 'unclear' && days === 1 ? rereads + 1 : 0;
          assert.ok(rereads <= 3);
          if (sequence[index] === 'there') assert.ok(days >= 30);
          assert.ok(proof.readings.length <= 10);
        });
      }),
    );
  });

  it('begin anew when an operator found the page to be fine', () => {
    let proof = beginProof({ id: ID, version: 3 }, START, START);
    for (let count = 0; count < 2; count++) proof = afterReading(proof, ID, { kind: 'gone', said: 'gone' }, START);
    assert.ok(proof.stuck);
    const { gone, unclear, stuck, readings } = readNextMonth(proof, ID, START);
    assert.deepEqual([gone, unclear, stuck, readings.length], [0, 0, null, 2]);
  });

  it('of a hundred listings that went live at once begin at different times, also where they are long due', () => {
    const ids = Array.from({ length: 100 }, (_, index) => `lst_0V000000000000000000${String(index).padStart(2, '0')}`);
    for (const now of [START, '2031-01-01T00:00:00.000Z']) {
      const due = ids.map((id) => Date.parse(beginProof({ id, version: 1 }, START, now).dueAt));
      assert.ok(new Set(due).size > 90);
      assert.ok(Math.max(...due) - Math.min(...due) < 6 * 3_600_000);
      assert.ok(Math.min(...due) >= Date.parse(now));
    }
  });
});
