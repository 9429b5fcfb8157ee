import assert from 'node:assert/strict';

import { shorten } from '../../../src/domain/site/text.ts';

describe('shortening a text', () => {
  it('leaves a text that fits, counting code points', () => {
    assert.equal(shorten('🚀'.repeat(10), 10), '🚀'.repeat(10));
  });

  it('cuts at the last sentence end that keeps half of the limit', () => {
    assert.equal(shorten('First one. Second one. Third one.', 25), 'First one. Second one.');
    assert.equal(shorten('一つ目の文です。二つ目の文です。三つ目の文です。', 18), '一つ目の文です。二つ目の文です。');
  });

  it('cuts at a word end otherwise, without dangling punctuation', () => {
    assert.equal(shorten('No. Everything else is one long sentence', 20), 'No. Everything else…');
    assert.equal(shorten('invoices, receipts, offers', 20), 'invoices, receipts…');
  });

  it('cuts a single long word at the limit, never inside a character', () => {
    assert.equal(shorten('a'.repeat(30), 10), `${'a'.repeat(9)}…`);
    assert.equal(shorten('𝒶'.repeat(30), 10), `${'𝒶'.repeat(9)}…`);
  });
});
