import assert from 'node:assert/strict';

import { imageCandidates } from '../../../src/domain/site/image-candidates.ts';
import { readPage } from '../../../src/domain/site/read-page.ts';

function candidates(html: string): string[] {
  const page = readPage({ bytes: Buffer.from(html), contentType: null, url: 'https://acme.example/' });
  return imageCandidates(page, null).map(({ url, suggestedAs }) => `${suggestedAs} ${new URL(url).pathname}`);
}

describe('image candidates', () => {
  it('put the largest declared logo first, then undeclared ones by what they usually measure', () => {
    const html = `<link rel=icon href=/plain.png><link rel=icon sizes=64x64 href=/64.png><link rel=apple-touch-icon href=/touch.png>
      <link rel=icon sizes=300x300 href=/300.png><script type=application/ld+json>{"@type":"Organization","logo":"/logo.png"}</script>`;
    assert.deepEqual(candidates(html), [
      'logo /300.png',
      'logo /logo.png',
      'logo /touch.png',
      'logo /64.png',
      'logo /plain.png',
    ]);
  });

  it('put real screenshots before pictures for social networks', () => {
    const html = `<meta name=twitter:image content=/t.png><meta property=og:image content=/og.png>
      <script type=application/ld+json>{"@type":"WebApplication","screenshot":"/shot.png","image":"/image.png"}</script>`;
    assert.deepEqual(candidates(html), [
      'screenshot /shot.png',
      'screenshot /og.png',
      'screenshot /t.png',
      'screenshot /image.png',
    ]);
  });

  it('leave out formats that cannot be imported', () => {
    const html = ['/a.svg', '/favicon.ico?v=2', '/b.AVIF', '/c.gif']
      .map((href) => `<link rel=icon href="${href}">`)
      .join('');
    assert.deepEqual(candidates(html), ['logo /c.gif']);
  });

  it('name an image once, though it is listed as logo and screenshot, by http and https', () => {
    const html = `<link rel=icon href=/a.png><meta property=og:image content="http://acme.example/a.png">
      <meta property=og:image content="https://acme.example/b.png#x"><meta name=twitter:image content="http://acme.example/b.png">`;
    assert.deepEqual(candidates(html), ['logo /a.png', 'screenshot /b.png']);
  });
});
