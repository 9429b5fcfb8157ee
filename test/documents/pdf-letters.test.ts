import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildDocument } from '../../src/documents/build-document.ts';
import { readActualTexts, readPdf, withoutSpaces } from './support/read-pdf.ts';
import { sampleListings, sampleReport, SCRIPTS } from './support/sample-report.ts';

/** Their glyphs stand in another order than their letters, or for several of them: readers are told the text itself. */
const REORDERED = new Set(['Arabic', 'Thaana', 'Devanagari', 'Bengali', 'Khmer']);

const [listing] = sampleListings(1);

async function build(names: readonly string[]) {
  const listings = names.map((directory) => ({ ...listing!, directory, liveUrl: null }));
  const bytes = await buildDocument('pdf', sampleReport({ listings }));
  return { letters: (await readPdf(bytes)).letters, actualTexts: readActualTexts(bytes) };
}

describe('the letters of a PDF', () => {
  let all: Awaited<ReturnType<typeof build>>;

  before(async () => {
    all = await build(Object.values(SCRIPTS));
  });

  for (const [script, word] of Object.entries(SCRIPTS)) {
    it(`are those of ${script.replaceAll('_', ' ')}`, () => {
      assert.match(word, new RegExp(`^[\\p{Script=${script}}\\p{M}\\s]+$`, 'u'));
      assert.ok(all.actualTexts.includes(word), word);
      if (REORDERED.has(script)) return;
      assert.ok(all.letters.includes(withoutSpaces(word)), word);
    });
  }

  it('are none that are drawn as unknown', () => assert.ok(!all.letters.includes('\ufffd')));

  it('are plain ones where no face has the styled ones', async () => {
    const { letters } = await build(['𝗔𝗰𝗺𝗲 𝒯𝑜𝑜𝑙𝓈 𝔸𝕡𝕡', '㋿⅔', '🄰🅐']);
    for (const text of ['AcmeToolsApp', '令和2⁄3', '🄰'.normalize('NFKC')]) assert.ok(letters.includes(text), text);
    assert.ok(!letters.includes('\ufffd'));
  });

  it('are a sign for it where no face has the letter', async () => {
    const { letters } = await build(['a𠜎b', 'aᠮb']);
    assert.equal(letters.split('a\ufffdb').length, 3);
  });

  it('never fail a document, whatever the text', async () => {
    const mixed = fc
      .array(
        fc.oneof(...Object.values(SCRIPTS).map((word) => fc.constantFrom(...word)), fc.constantFrom(...'👩‍💻 (𝗔)ﷺ゙́')),
        {
          maxLength: 12,
        },
      )
      .map((letters) => letters.join(''));
    const text = fc.oneof(
      mixed,
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 60 }), async (names) => {
        await buildDocument('pdf', sampleReport({ listings: names.map((directory) => ({ ...listing!, directory })) }));
      }),
      { numRuns: 12 },
    );
  }).timeout(240_000);
});
