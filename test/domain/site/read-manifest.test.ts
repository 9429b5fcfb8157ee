import assert from 'node:assert/strict';

import { readManifest } from '../../../src/domain/site/read-manifest.ts';

const url = 'https://acme.example/app/site.webmanifest';

describe('reading a web app manifest', () => {
  it('resolves its references against its own address and keeps only web addresses', () => {
    const text = JSON.stringify({
      name: 'Acme Invoices',
      short_name: 'Acme',
      description: 'Invoices for teams',
      icons: [
        { src: 'i.png', sizes: '48x48 192x192' },
        { src: '//cdn.example/i.webp' },
        { src: 'data:,' },
        { sizes: '1x1' },
      ],
      screenshots: [{ src: '/s.png' }, { src: '/s.png' }, 'x', null],
    });
    assert.deepEqual(readManifest({ bytes: Buffer.from(`\ufeff${text}`), url }), {
      name: 'Acme Invoices',
      shortName: 'Acme',
      description: 'Invoices for teams',
      icons: [
        { url: 'https://acme.example/app/i.png', sizePx: 192 },
        { url: 'https://cdn.example/i.webp', sizePx: null },
      ],
      screenshotUrls: ['https://acme.example/s.png'],
    });
  });

  it('has null and empty members for what is missing or of the wrong type', () => {
    const text = JSON.stringify({ name: 5, short_name: {}, icons: { src: 'x' }, screenshots: 'y' });
    assert.deepEqual(readManifest({ bytes: Buffer.from(text), url }), {
      name: null,
      shortName: null,
      description: null,
      icons: [],
      screenshotUrls: [],
    });
  });

  it('leaves out monochrome icons', () => {
    const text = JSON.stringify({
      icons: [
        { src: 'a.png', purpose: 'monochrome' },
        { src: 'b.png', purpose: 'any maskable' },
      ],
    });
    assert.deepEqual(
      readManifest({ bytes: Buffer.from(text), url })?.icons.map((icon) => icon.url),
      ['https://acme.example/app/b.png'],
    );
  });

  it('is null for anything but a JSON object', () => {
    for (const text of ['', '<!doctype html>', '[]', 'null', '"x"', '{', '['.repeat(200_000)]) {
      assert.equal(readManifest({ bytes: Buffer.from(text), url }), null);
    }
  });
});
