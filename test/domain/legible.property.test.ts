import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contrast } from '../../src/domain/contrast.ts';
import { legibleOn, TEXT_CONTRAST, textOn } from '../../src/domain/legible.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('an agency’s colours', () => {
  it('let text in black or white be read on any of them', () => {
    fc.assert(fc.property(color, (background) => contrast(textOn(background), background) >= TEXT_CONTRAST));
  });

  it('can be read on any background once they are made legible, and stay as they are where they were', () => {
    fc.assert(
      fc.property(color, color, (background, chosen) => {
        const legible = legibleOn(background, chosen);
        assert.match(legible, /^#[0-9a-f]{6}$/);
        assert.ok(contrast(legible, background) >= TEXT_CONTRAST, `${legible} on ${background}`);
        if (contrast(chosen, background) >= TEXT_CONTRAST) assert.equal(legible, chosen);
      }),
    );
  });
});
