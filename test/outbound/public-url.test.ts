import assert from 'node:assert/strict';
import { createAddressPolicy } from '../../src/outbound/address-policy.ts';
import { checkLiveSiteUrl, checkSiteUrl, checkWebhookUrl } from '../../src/outbound/public-url.ts';
import type { UrlCheck } from '../../src/outbound/public-url.ts';
import { HOSTILE_LITERALS, MALFORMED_HOSTS } from './support/hostile-hosts.ts';

const STRICT = createAddressPolicy({ allow: [] });
const OPEN = createAddressPolicy({ allow: ['127.0.0.0/8', '::1/128', 'demo.localhost', 'receiver.test'] });

const PRIVATE_NAMES = [
  'localhost',
  'localhost.',
  'foo.localhost',
  'a.test',
  'a.example',
  'a.invalid',
  'a.local',
  'a.internal',
  'a.onion',
  'a.alt',
  'router.home.arpa',
  '1.0.0.127.in-addr.arpa',
  'printer.lan',
  'a.nosuchsuffix',
  'intranet',
  'com',
  'co.uk',
  'example.com.',
  'a..com',
  '127.0.0.1..',
  '-a.com',
];
const PUBLIC_NAMES = ['acme.com', 'a.b.acme.co.uk', 'acme.github.io', 'xn--e1afmkfd.xn--p1ai', 'größe.de', 'ACME.COM'];
const LONGEST = `https://acme.com/${'a'.repeat(2_048 - 'https://acme.com/'.length)}`;

const outcome = (check: UrlCheck) => (check.ok ? 'ok' : check.problem);

describe('checkWebhookUrl', () => {
  for (const host of PRIVATE_NAMES) {
    it(`refuses the host ${host}`, () => {
      assert.equal(outcome(checkWebhookUrl(`https://${host}/hook`, STRICT)), 'host_not_public');
    });
  }

  for (const host of HOSTILE_LITERALS) {
    it(`refuses the address ${host}`, () => {
      assert.equal(outcome(checkWebhookUrl(`https://${host}/hook`, STRICT)), 'host_is_address');
    });
  }

  for (const host of MALFORMED_HOSTS) {
    it(`refuses the malformed host ${JSON.stringify(host)}`, () => {
      assert.match(outcome(checkWebhookUrl(`https://${host}/hook`, OPEN)), /^(not_a_url|has_credentials)$/);
    });
  }

  for (const host of PUBLIC_NAMES) {
    it(`accepts the host ${host}`, () => {
      assert.equal(outcome(checkWebhookUrl(`https://${host}:8443/hook?a=b#c`, STRICT)), 'ok');
    });
  }

  it('refuses an address even where it is public', () => {
    assert.equal(outcome(checkWebhookUrl('https://8.8.8.8/', STRICT)), 'host_is_address');
    assert.equal(outcome(checkWebhookUrl('https://[2606:4700::1111]/', STRICT)), 'host_is_address');
  });

  it('lets listed names and listed addresses through, and no others', () => {
    for (const host of ['demo.localhost', 'receiver.test', '127.0.0.1', '0x7f.1', '[::1]']) {
      assert.equal(outcome(checkWebhookUrl(`https://${host}/`, OPEN)), 'ok', host);
    }
    assert.equal(outcome(checkWebhookUrl('https://other.test/', OPEN)), 'host_not_public');
    assert.equal(outcome(checkWebhookUrl('https://localhost/', OPEN)), 'host_not_public');
    assert.equal(outcome(checkWebhookUrl('https://10.0.0.1/', OPEN)), 'host_is_address');
  });

  for (const url of [
    'http://acme.com/',
    'ftp://acme.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'wss://acme.com',
  ]) {
    it(`refuses the scheme of ${url}`, () => {
      assert.equal(outcome(checkWebhookUrl(url, STRICT)), 'scheme_not_allowed');
    });
  }

  for (const url of ['https://user@acme.com/', 'https://user:secret@acme.com/', 'https://:secret@acme.com/']) {
    it(`refuses the credentials in ${url}`, () => {
      assert.equal(outcome(checkWebhookUrl(url, STRICT)), 'has_credentials');
    });
  }

  for (const url of [
    '',
    'acme.com',
    '//acme.com',
    'https:acme.com',
    'https:/acme.com',
    'https:\\\\acme.com',
    'https://',
  ]) {
    it(`refuses ${JSON.stringify(url)}, which is no absolute URL`, () => {
      assert.equal(outcome(checkWebhookUrl(url, STRICT)), 'not_a_url');
    });
  }

  for (const url of ['https://ac\tme.com/', 'https://acme.com/\n', ' https://acme.com/', 'https://acme.com/a b']) {
    it(`refuses the white space in ${JSON.stringify(url)}`, () => {
      assert.equal(outcome(checkWebhookUrl(url, STRICT)), 'not_a_url');
    });
  }

  it('accepts 2,048 characters and no more, counting code points', () => {
    assert.equal(outcome(checkWebhookUrl(LONGEST, STRICT)), 'ok');
    assert.equal(outcome(checkWebhookUrl(`${LONGEST}a`, STRICT)), 'too_long');
    assert.equal(outcome(checkWebhookUrl(`${LONGEST.slice(0, -1)}😀`, STRICT)), 'ok');
  });
});

describe('checkLiveSiteUrl', () => {
  for (const host of [...PRIVATE_NAMES, 'demo.localhost', 'receiver.test']) {
    it(`refuses the host ${host}`, () => {
      assert.equal(outcome(checkLiveSiteUrl(`http://${host}/`)), 'host_not_public');
    });
  }

  for (const host of [...HOSTILE_LITERALS, '8.8.8.8', '[2606:4700::1111]']) {
    it(`refuses the address ${host}`, () => {
      assert.equal(outcome(checkLiveSiteUrl(`https://${host}/`)), 'host_is_address');
    });
  }

  for (const host of PUBLIC_NAMES) {
    it(`accepts the host ${host} over http and https`, () => {
      assert.equal(outcome(checkLiveSiteUrl(`http://${host}`)), 'ok');
      assert.equal(outcome(checkLiveSiteUrl(`https://${host}/path`)), 'ok');
    });
  }
});

describe('checkSiteUrl', () => {
  it('accepts any host over http and https', () => {
    for (const url of ['http://localhost:3000', 'https://a.test/', 'http://127.0.0.1/', 'https://[::1]/x']) {
      assert.equal(outcome(checkSiteUrl(url)), 'ok', url);
    }
  });

  it('refuses other schemes, credentials and what does not parse', () => {
    assert.equal(outcome(checkSiteUrl('ftp://a.test/')), 'scheme_not_allowed');
    assert.equal(outcome(checkSiteUrl('http://u:p@a.test/')), 'has_credentials');
    assert.equal(outcome(checkSiteUrl('http://[::1')), 'not_a_url');
    assert.equal(outcome(checkSiteUrl(`${LONGEST}a`)), 'too_long');
  });
});
