import assert from 'node:assert/strict';

import { readPage } from '../../../src/domain/site/read-page.ts';
import type { SitePage } from '../../../src/domain/site/site-page.ts';

const MEGABYTE = 1024 * 1024;

function read(html: string, url = 'https://acme.example/en/'): SitePage {
  return readPage({ bytes: Buffer.from(html), contentType: 'text/html', url });
}

describe('reading a page', () => {
  it('takes the first title of the document, not one of a picture', () => {
    const page = read('<svg><title>Menu</title></svg><title> </title><title>Acme</title><title>Other</title>');
    assert.equal(page.title, 'Acme');
  });

  it('keeps the words of a heading apart where lines break, and leaves out what is not shown', () => {
    const page = read('<h1>Pay<br>less<style>a{}</style> <svg><title>i</title></svg><b>t</b>ax</h1><h1>Second</h1>');
    assert.equal(page.heading?.replace(/\s+/g, ' '), 'Pay less tax');
  });

  it('reads meta elements by property, name or itemprop, in any case, skipping empty ones', () => {
    const page = read(
      '<meta name="OG:Title" content="A"><meta property="description" content=" "><meta itemprop=description content=B>',
    );
    assert.equal(page.openGraph.title, 'A');
    assert.equal(page.description, 'B');
  });

  it('resolves references against the first base, and the base against the final URL', () => {
    const page = read('<link rel=icon href=a.png><base href="../assets/"><base href="https://other.example/">');
    assert.deepEqual(page.icons, [{ url: 'https://acme.example/assets/a.png', sizePx: null, kind: 'icon' }]);
  });

  it('ignores a base that is no web address', () => {
    const page = read('<base href="data:text/html,x"><link rel=manifest href=/m.json>');
    assert.equal(page.manifestUrl, 'https://acme.example/m.json');
  });

  it('keeps only http and https addresses of at most 2,048 characters', () => {
    const references = [
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      'file:///etc/hosts',
      'blob:x',
      'http://[',
      '',
    ];
    const page = read(
      [...references, `/${'a'.repeat(2048)}`, '/ok.png']
        .map((url) => `<meta property=og:image content="${url}">`)
        .join(''),
    );
    assert.deepEqual(page.openGraph.imageUrls, ['https://acme.example/ok.png']);
  });

  it('reads the shorter side of the largest declared size of an icon', () => {
    const icons = read(
      '<link rel="shortcut icon" href=1 sizes="16x16 64X48 32x32"><link rel=icon href=2 sizes=any><link rel=icon href=3 sizes=0x0>',
    ).icons;
    assert.deepEqual(
      icons.map((icon) => icon.sizePx),
      [48, null, null],
    );
  });

  it('does not take mask icons, splash screens and other links for icons', () => {
    const rels = ['mask-icon', 'apple-touch-startup-image', 'stylesheet', 'fluid-icon', 'preload'];
    assert.deepEqual(read(rels.map((rel) => `<link rel="${rel}" href="/x.png">`).join('')).icons, []);
  });

  it('tells where an immediate refresh leads, and only that', () => {
    const refreshUrl = (content: string): string | null =>
      read(`<meta http-equiv=Refresh content="${content}">`).refreshUrl;
    assert.equal(refreshUrl("0;URL='/de/'"), 'https://acme.example/de/');
    assert.equal(refreshUrl('1, https://acme.example/fr/'), 'https://acme.example/fr/');
    assert.equal(refreshUrl('0; url=javascript:alert(1)'), null);
    assert.equal(refreshUrl('0; url=/en/'), null);
    assert.equal(refreshUrl('30; url=/de/'), null);
    assert.equal(refreshUrl('0'), null);
  });

  it('orders JSON-LD entities by how well they name the product', () => {
    const script = JSON.stringify({
      '@graph': [
        { '@type': 'Organization', name: 'Acme GmbH' },
        { '@type': ['Thing', 'https://schema.org/WebSite'], name: { '@value': 'Acme site', '@language': 'en' } },
        { '@type': 'Person', name: 'Ann' },
        { '@type': 'MobileApplication', name: ['Acme'] },
      ],
    });
    const { entities } = read(`<script type="application/ld+json; charset=utf-8">${script}</script>`);
    assert.deepEqual(
      entities.map((entity) => entity.name),
      ['Acme', 'Acme site', 'Acme GmbH'],
    );
  });

  it('finds JSON-LD behind a heading that is never closed', () => {
    const page = read('<h1>Acme\n<p>text<script type=application/ld+json>{"@type":"Product","name":"A"}</script>');
    assert.equal(page.heading, 'Acme');
    assert.equal(page.entities[0]?.name, 'A');
  });

  for (const [what, html] of Object.entries({
    'megabytes of text': `<title>Acme</title><p>${'word '.repeat(MEGABYTE / 2)}`,
    'a million nested elements': `<title>Acme</title>${'<b>'.repeat(1_000_000)}`,
    'a tag with half a million attributes': `<title>Acme</title><p ${'a=b '.repeat(500_000)}>`,
    'a comment that never ends': `<title>Acme</title><!--${'<!--'.repeat(MEGABYTE / 2)}`,
    'JSON-LD nested without end': `<title>Acme</title><script type=application/ld+json>{"@type":${'['.repeat(60_000)}"x"${']'.repeat(60_000)}}</script>`,
    'JSON-LD of nothing but commas': `<title>Acme</title><script type=application/ld+json>{${', '.repeat(100_000)}}</script>`,
    'sizes without end': `<title>Acme</title><link rel=icon href=a sizes="${'1x1 '.repeat(500_000)}">`,
    'a heading of a megabyte': `<title>Acme</title><h1>${'x '.repeat(MEGABYTE / 2)}</h1>`,
  })) {
    it(`reads the title of a page with ${what} within seconds`, function () {
      this.timeout(10_000);
      assert.equal(read(html).title, 'Acme');
    });
  }

  it('reads no further than 4 MiB', () => {
    assert.equal(read(`${' '.repeat(4 * MEGABYTE)}<title>Acme</title>`).title, null);
  });
});
