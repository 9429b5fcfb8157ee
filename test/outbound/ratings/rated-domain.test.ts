import assert from 'node:assert/strict';
import { ratedDomain } from '../../../src/outbound/ratings/rated-domain.ts';

describe('the domain that is rated for a site', () => {
  for (const [url, domain] of [
    ['https://acme-tools.io', 'acme-tools.io'],
    ['http://www.shop.acme.co.uk:8080/en?a=b', 'acme.co.uk'],
    ['https://ACME.IO/', 'acme.io'],
    ['https://пример.рф/', 'xn--e1afmkfd.xn--p1ai'],
    ['https://docs.acme.github.io/', 'acme.github.io'],
    ['https://github.io/', 'github.io'],
  ] as const) {
    it(`is ${domain} for ${url}`, () => assert.equal(ratedDomain(url), domain));
  }

  for (const url of [
    'http://127.0.0.1:3000/',
    'http://2130706433/',
    'http://[::1]/',
    'http://93.184.216.34/',
    'http://intranet/',
    'http://localhost/',
    'http://fernwick.localhost:4000/',
    'https://acme.test/',
    'https://acme.example/',
    'https://printer.local/',
    'https://db.internal/',
    'https://co.uk/',
    'https://acme.nosuchtld/',
    'not a url',
  ]) {
    it(`is none for ${url}`, () => assert.equal(ratedDomain(url), null));
  }
});
