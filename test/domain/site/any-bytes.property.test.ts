import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';

import fc from 'fast-check';

import { deriveFields } from '../../../src/domain/site/derive-fields.ts';
import { nameFromUrl } from '../../../src/domain/site/domain-name.ts';
import { imageCandidates } from '../../../src/domain/site/image-candidates.ts';
import { readManifest } from '../../../src/domain/site/read-manifest.ts';
import { readPage } from '../../../src/domain/site/read-page.ts';

const pagesDirectory = new URL('pages/', import.meta.url);
const savedPages = readdirSync(pagesDirectory).map((file) => readFileSync(new URL(file, pagesDirectory)));

const fragments = [
  ...[
    '<title>',
    '</title>',
    '<h1>',
    '</h1>',
    '<svg>',
    '</svg>',
    '<script type="application/ld+json">',
    '</script>',
    '<!--',
    '-->',
  ],
  ...[
    '<meta name="description" content="',
    '<meta property="og:image" content="',
    '<meta property="og:site_name" content="',
    '">',
  ],
  ...[
    '{"@type":"Product","name":"',
    '","logo":"',
    '"}',
    '<link rel="icon" sizes="',
    '" href="',
    '<base href="',
    '&amp;',
    '&#0;',
  ],
  ...[' | ', ' – ', ': ', 'Acme', 'Home', '\u0000', '\ud800', '😀', '日本', ' ', '. '],
];

const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }),
  fc
    .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 300 })), { maxLength: 60 })
    .map((parts) => new TextEncoder().encode(parts.join(''))),
  fc
    .tuple(fc.constantFrom(...savedPages), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 40 }))
    .map(([page, edits]) => damaged(page, edits)),
);

const anyContentType = fc.option(
  fc.oneof(
    fc.string(),
    fc
      .constantFrom(
        'utf-16',
        'shift_jis',
        'gb18030',
        'iso-2022-jp',
        'hex',
        'utf-7',
        'x-user-defined',
        'iso-8859-8-i',
        'big5',
      )
      .map((charset) => `text/html; charset=${charset}`),
  ),
);

function damaged(page: Uint8Array, edits: readonly [position: number, byte: number][]): Uint8Array {
  const bytes = Uint8Array.from(page);
  for (const [position, byte] of edits) if (bytes.length > 0) bytes[position % bytes.length] = byte;
  return bytes;
}

function assertText(text: string | null, minLength: number, maxLength: number): void {
  if (text === null) return;
  const length = [...text].length;
  assert.ok(length >= minLength && length <= maxLength, `${length} characters`);
  assert.equal(text, text.trim());
  assert.ok(text.isWellFormed());
  assert.doesNotMatch(text, /\p{Cc}|[\u2028\u2029]| {2}/u);
}

describe('any bytes of a site', () => {
  it('give fields within their limits and at most 10 distinct web images, and never throw', () => {
    fc.assert(
      fc.property(anyBytes, anyContentType, anyBytes, fc.webUrl(), (bytes, contentType, manifestBytes, url) => {
        const page = readPage({ bytes, contentType, url });
        const manifest = readManifest({ bytes: manifestBytes, url });
        const fields = deriveFields(page, manifest);
        assertText(fields.name, 2, 100);
        assertText(fields.tagline, 1, 100);
        assertText(fields.shortDescription, 1, 500);
        const urls = imageCandidates(page, manifest).map((candidate) => candidate.url);
        assert.ok(urls.length <= 10);
        assert.equal(new Set(urls).size, urls.length);
        assert.ok(urls.every((imageUrl) => /^https?:\/\//.test(imageUrl)));
      }),
      { numRuns: 600 },
    );
  });

  it('do not change what a second reading of them gives', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const read = () => deriveFields(readPage({ bytes, contentType: null, url: 'https://acme.example/' }), null);
        assert.deepEqual(read(), read());
      }),
      { numRuns: 100 },
    );
  });

  it('come from a URL that gives a name of 2 to 100 characters', () => {
    fc.assert(fc.property(fc.webUrl(), (url) => assertText(nameFromUrl(url), 2, 100)));
  });
});
