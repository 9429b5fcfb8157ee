import assert from 'node:assert/strict';

import type { DerivedFields } from '../../../src/domain/site/derive-fields.ts';
import { deriveFields } from '../../../src/domain/site/derive-fields.ts';
import { readPage } from '../../../src/domain/site/read-page.ts';

function derive(html: string, url = 'https://acme.example/'): DerivedFields {
  return deriveFields(readPage({ bytes: Buffer.from(html), contentType: 'text/html; charset=utf-8', url }), null);
}

const titles: Record<string, [name: string | null, tagline: string | null]> = {
  'Acme – Invoices for teams | Home': ['Acme', 'Invoices for teams'],
  'Home | Acme': ['Acme', null],
  Acme: ['Acme', null],
  'Acme: Invoices for teams': ['Acme', 'Invoices for teams'],
  'Acme - Invoices - Made for teams': ['Acme', 'Made for teams'],
  'Invoices for teams - Acme™': ['Acme', 'Invoices for teams'],
  'Invoices for teams — Acme Inc': ['Acme Inc', 'Invoices for teams'],
  'Acme—Invoices for teams': ['Acme', 'Invoices for teams'],
  'Acme :: Invoices for teams': ['Acme', 'Invoices for teams'],
  'ACME｜請求書をもっと簡単に': ['ACME', '請求書をもっと簡単に'],
  'Willkommen bei Acme! - Startseite': ['Acme', null],
  'Acme - Site officiel': ['Acme', null],
  'Welcome to the future of invoices | Acme': ['Acme', 'Welcome to the future of invoices'],
  'Acme, the pre-paid invoice e-shop': ['Acme', 'Acme, the pre-paid invoice e-shop'],
  'Build your home page in minutes | Acme': ['Acme', 'Build your home page in minutes'],
  'Index of /': [null, null],
  x: [null, null],
};

describe('fields derived from a title', () => {
  for (const [title, [name, tagline]] of Object.entries(titles)) {
    it(`are ${String(name)} and ${String(tagline)} for "${title}"`, () => {
      const fields = derive(`<title>${title}</title>`);
      assert.deepEqual({ name: fields.name, tagline: fields.tagline }, { name, tagline });
    });
  }

  it('take no longer for a title of nothing but separators', function () {
    this.timeout(5_000);
    for (const separator of '-:|– ') derive(`<title>Acme ${separator.repeat(4_000)}x</title>`);
  });

  it('tell the name by the domain, whatever its place in the title', () => {
    const html = '<title>Invoices | Offers | Receipts</title>';
    assert.equal(derive(html, 'https://www.getoffers.example/').name, 'Offers');
    assert.equal(derive(html, 'https://receipts.example/').name, 'Receipts');
  });
});

describe('fields derived from a page', () => {
  it('prefer the declared name that the title or the domain confirms', () => {
    const organization = '<script type=application/ld+json>{"@type":"Organization","name":"Kite"}</script>';
    const siteName = '<meta property=og:site_name content="Kite Holding B.V.">';
    assert.equal(derive(`${siteName}${organization}<title>Kite | Forms for teams</title>`).name, 'Kite');
    assert.equal(derive(`${siteName}${organization}<title>Forms</title>`, 'https://kite.example').name, 'Kite');
    assert.equal(derive(`${siteName}${organization}<title>Forms</title>`).name, 'Kite Holding B.V.');
  });

  it('prefer a name of the title to a declared host', () => {
    const html = '<meta property=og:site_name content="books.app"><title>Ledgerly | Accounting you can read</title>';
    assert.equal(derive(html, 'https://books.app/').name, 'Ledgerly');
  });

  it('pass over a declared name longer than 100 characters', () => {
    assert.equal(derive(`<meta property=og:site_name content="${'a'.repeat(101)}"><title>Kite</title>`).name, 'Kite');
  });

  it('use the heading as tagline only where it is no name and fits', () => {
    assert.equal(derive('<title>Acme</title><h1>Get paid on time</h1>').tagline, 'Get paid on time');
    assert.equal(derive('<title>Acme</title><h1>Acme Inc.</h1>').tagline, null);
    assert.equal(derive(`<title>Acme</title><h1>${'word '.repeat(30)}</h1>`).tagline, null);
  });

  it('pass over placeholder descriptions', () => {
    const html =
      '<meta name=description content="Made with Framer"><meta property=og:description content="Real words.">';
    assert.equal(derive(html).shortDescription, 'Real words.');
  });

  it('hold no half of a surrogate pair', () => {
    const html = '<script type=application/ld+json>{"@type":"Product","name":"Ki\\ud83dte \\ude80"}</script>';
    assert.equal(derive(html).name, 'Kite');
  });

  it('have no control, private-use or invisible formatting characters and no line breaks', () => {
    const html =
      '<meta name=description content="One\u0007\ttwo\n\u202ethree\u2028\ue000four&#x9d;&#8203;&shy;five\u00a0six">';
    assert.equal(derive(html).shortDescription, 'One two three fourfive six');
  });
});
