import assert from 'node:assert/strict';

import { nameFromUrl } from '../../../src/domain/site/domain-name.ts';

const names: Record<string, string> = {
  'https://acme-tools.io': 'Acme Tools',
  'https://www.ACME-tools.co.uk/en?x=1#y': 'Acme Tools',
  'http://app.staging.acme.com.:8080/': 'Acme',
  'https://user:secret@acme.dev/': 'Acme',
  'https://acme.github.io/docs': 'Acme',
  'https://github.io/': 'Github',
  'https://bücher-ecke.de/': 'Bücher Ecke',
  'https://xn--bcher-kva.de/': 'Bücher',
  'https://例え.jp/': '例え',
  'https://élan--vital.fr/': 'Élan Vital',
  'https://3m.com/': '3m',
  'https://x.com/': 'x.com',
  'https://www.x.com/': 'www.x.com',
  'http://127.0.0.1:3000/': '127.0.0.1',
  'http://[::1]/': '[::1]',
  'http://localhost/': 'localhost',
  'http://acme.test/': 'Acme',
};

describe('name derived from a domain', () => {
  for (const [url, name] of Object.entries(names)) {
    it(`is ${name} for ${url}`, () => assert.equal(nameFromUrl(url), name));
  }

  it('is never longer than 100 characters', () => {
    assert.equal(nameFromUrl(`https://${'a.'.repeat(100)}x.com/`).length, 100);
  });
});
