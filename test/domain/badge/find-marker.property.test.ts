import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findMarker } from '../../../src/domain/badge/find-marker.ts';
import { renderFragments } from '../../../src/domain/badge/render-fragments.ts';

const ID = 'prj_0123456789abcdefghijkl';
const LOOK = { projectId: ID, agencyName: 'Agency', color: '#2563eb', assetsUrl: 'https://service.example/assets' };
const BADGE = renderFragments([{ id: 'dir_1', name: 'Directory', url: 'https://directory.example' }], LOOK)[0]!;
const OTHER = BADGE.replace(ID, ID.replace('l', 'm'));

/** Whether it is found, looked for without a pause. */
function hasMarker(html: string): boolean {
  const search = findMarker(html, ID);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

/** A piece of a page, and whether a visitor is shown a badge in it. */
interface Piece {
  html: string;
  shows: boolean;
}

const hides = (html: string): Piece => ({ html, shows: false });

/** What shows no badge, whatever it says of one. */
const decoy = fc.constantFrom(
  ...[
    `<!-- ${BADGE} -->`,
    `<!-- > ${BADGE} -->`,
    `<!-- -- > ${BADGE} -- > -->`,
    `<!--[if IE]>${BADGE}<![endif]-->`,
    `<script>const html = '${BADGE.replaceAll('</', '<\\/')}';</script>`,
    `<script type="application/json">{"badge": ${JSON.stringify(BADGE)}}</script>`,
    `<SCRIPT>${BADGE}</SCRIPT >`,
    `<style>a::after { content: '${BADGE.replaceAll("'", '')}' }</style>`,
    `<template>${BADGE}</template>`,
    `<template><div>${BADGE}</template>`,
    `<noscript>${BADGE}</noscript>`,
    `<textarea>${BADGE}</textarea>`,
    `<iframe>${BADGE}</iframe>`,
    `<noembed>${BADGE}</noembed>`,
    `<noframes>${BADGE}</noframes>`,
    `<xmp>${BADGE}</xmp>`,
    `<svg><title>Badge</title></svg>`,
    `<pre>${BADGE.replaceAll('<', '&lt;')}</pre>`,
    `<p>data-badge-feed="${ID}"</p>`,
    `<p title='${BADGE}'>x</p>`,
    `<p title="data-badge-feed=${ID}">x</p>`,
    `<meta content='data-badge-feed="${ID}"'>`,
    `<a href="https://service.example/feeds/${ID}.html">feed</a>`,
    `<a data-x-badge-feed="${ID}">x</a>`,
    `<a data-badge-feed="${ID} ${ID}">x</a>`,
    `<a data-badge-feed="not ${ID}">x</a>`,
    `<a data-badge-feed>${ID}</a>`,
    `<?php ${BADGE.replaceAll('>', '')} ?>`,
    OTHER,
  ].map(hides),
);

/** The same badge as templates, minifiers and serialisers write it. */
const shown = fc.constantFrom(
  ...[
    BADGE,
    BADGE.replaceAll(`"${ID}"`, ID),
    BADGE.replaceAll(`"${ID}"`, `'${ID}'`),
    BADGE.replaceAll(`"${ID}"`, `" ${ID}\n"`),
    BADGE.replaceAll('data-badge-feed', 'DATA-BADGE-FEED'),
    BADGE.replace(ID, `&#112;${ID.slice(1)}`),
    `<!-->${BADGE}`,
    `<!-- x --!>${BADGE}`,
    renderFragments([], LOOK)[0]!,
  ].map((html): Piece => ({ html, shows: true })),
);

const plain = fc
  .constantFrom('<p>Text</p>', 'loose text & more', '<img src=a.png>', '<br/>', '<ul><li>One<li>Two</ul>', '</div>')
  .map(hides);

const wrapped = (inner: fc.Arbitrary<Piece>) =>
  fc
    .tuple(fc.constantFrom('div', 'footer', 'section', 'table', 'custom-element'), inner)
    .map(([tag, { html, shows }]): Piece => ({ html: `<${tag} class="x">${html}</${tag}>`, shows }));

const pageOf = (...pieces: fc.Arbitrary<Piece>[]) =>
  fc.array(fc.oneof(...pieces, ...pieces.map(wrapped)), { maxLength: 12 }).map((parts) => ({
    html: `<!doctype html><html><head><title>A page</title></head><body>${parts.map(({ html }) => html).join('')}</body></html>`,
    shows: parts.some(({ shows }) => shows),
  }));

describe('the finder of a badge in a page', () => {
  it('finds a badge exactly where a visitor is shown one', () => {
    fc.assert(
      fc.property(pageOf(decoy, shown, plain), ({ html, shows }) => {
        assert.equal(hasMarker(html), shows);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is not led to find one by pages that only mention it', () => {
    fc.assert(
      fc.property(pageOf(decoy, plain), ({ html }) => {
        assert.equal(hasMarker(html), false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes any text', () => {
    const pieces = [
      '<',
      '>',
      '</',
      '<!--',
      '-->',
      '"',
      "'",
      '=',
      ' ',
      'a',
      'script',
      'template',
      'data-badge-feed',
      '&#',
      '\0',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 200 }), (text) => {
        assert.equal(hasMarker(text.join('')), false);
      }),
      { numRuns: 1_000 },
    );
  });

  for (const [name, html] of Object.entries({
    'a million nested elements': '<div>'.repeat(1_000_000) + '</b>'.repeat(100_000),
    'a tag that never ends': `<a ${'x="1" '.repeat(500_000)}`,
    'a comment that never ends': `<!--${'-'.repeat(4_000_000)}`,
    'half a million entities': '&amp;&#x26;&notin'.repeat(250_000),
    'half a million unclosed scripts': '<script><!--<script>'.repeat(200_000),
    'a million stray ends': '</p>'.repeat(1_000_000),
  })) {
    it(`reads ${name} within 10 seconds`, () => {
      const startedAt = performance.now();
      assert.equal(hasMarker(html), false);
      assert.ok(performance.now() - startedAt < 10_000, `${performance.now() - startedAt} ms`);
    });
  }
});
