import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { renderBlock, renderLine, type Snapshot } from '../../src/demo/progress-view.ts';

const COLUMNS = 80;
const SNAPSHOT: Snapshot = {
  elapsedMs: 65_400,
  counts: {
    pending: 10,
    in_progress: 20,
    action_required: 10,
    submitted: 20,
    live: 20,
    not_accepted: 20,
    cancelled: 0,
  },
  latestMoves: [{ directory: 'A directory '.repeat(10), from: 'action_required', to: 'not_accepted' }],
  tally: { received: 1_000, verified: 1_000, duplicates: 10, rejected: 10 },
};

describe('view of a launch under way', () => {
  it('has a bar as long as the share of its status', () => {
    const lines = stripVTControlCharacters(renderBlock(SNAPSHOT)).split('\n');
    assert.ok(lines.includes(`  submitted         20  ${'█'.repeat(10)}`));
    assert.ok(lines.includes(`  pending           10  ${'█'.repeat(5)}`));
    assert.ok(lines.includes('  cancelled          0'));
  });

  it('says in one line where the listings stand', () => {
    const snapshot = { ...SNAPSHOT, counts: { ...SNAPSHOT.counts, pending: 0, action_required: 0, not_accepted: 0 } };
    assert.equal(renderLine(snapshot), '  1:05  in_progress=20 submitted=20 live=20 webhooks=1000');
  });

  it('fits a terminal of 80 columns', () => {
    for (const line of stripVTControlCharacters(renderBlock(SNAPSHOT)).split('\n'))
      assert.ok(line.length <= COLUMNS, line);
  });
});
