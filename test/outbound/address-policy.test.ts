import assert from 'node:assert/strict';
import { createAddressPolicy } from '../../src/outbound/address-policy.ts';
import { addressLiteral } from '../../src/outbound/host-literals.ts';
import { HOSTILE_LITERALS } from './support/hostile-hosts.ts';

const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'];
const NOT_AN_ADDRESS = [
  '',
  'example.com',
  '2130706433',
  '0x7f.1',
  '010.8.8.8',
  '8.8.8',
  '[::1]',
  '8.8.8.8/32',
  ' 8.8.8.8',
];

describe('createAddressPolicy', () => {
  const strict = createAddressPolicy({ allow: [] });

  for (const address of PUBLIC) {
    it(`permits the public address ${address}`, () => assert.equal(strict.permitsAddress(address), true));
  }

  for (const host of HOSTILE_LITERALS) {
    it(`refuses what ${host} stands for`, () => {
      const literal = addressLiteral(host);
      assert.ok(literal !== null, 'not recognised as an address');
      assert.equal(strict.permitsAddress(literal), false);
    });
  }

  for (const text of NOT_AN_ADDRESS) {
    it(`refuses ${JSON.stringify(text)}, which is no address in its plain form`, () => {
      assert.equal(createAddressPolicy({ allow: ['0.0.0.0/0', '::/0'] }).permitsAddress(text), false);
    });
  }

  it('lists nothing by default', () => {
    assert.equal(strict.listsAddress('8.8.8.8'), false);
    assert.equal(strict.listsName('example.com'), false);
  });

  it('permits what lies in a listed network, and nothing beside it', () => {
    const policy = createAddressPolicy({ allow: ['127.0.0.0/8', '::1/128', '10.0.0.7'] });
    for (const address of ['127.0.0.1', '127.255.0.1', '::1', '10.0.0.7']) {
      assert.equal(policy.permitsAddress(address), true, address);
      assert.equal(policy.listsAddress(address), true, address);
    }
    for (const address of ['128.0.0.1', '10.0.0.8', '::2', '::', '::ffff:127.0.0.1', '::7f00:1']) {
      assert.equal(policy.listsAddress(address), false, address);
    }
  });

  it('compares listed names without case and trailing dot, and whole', () => {
    const policy = createAddressPolicy({ allow: ['demo.localhost', 'Receiver.Test'] });
    for (const name of ['demo.localhost', 'DEMO.localhost.', 'receiver.test']) assert.ok(policy.listsName(name), name);
    for (const name of ['a.demo.localhost', 'localhost', 'xdemo.localhost']) assert.ok(!policy.listsName(name), name);
  });

  it('does not permit an address because a name is listed', () => {
    const policy = createAddressPolicy({ allow: ['demo.localhost'] });
    assert.equal(policy.permitsAddress('127.0.0.1'), false);
  });

  for (const entry of [
    '',
    '127.0.0.0/33',
    '::1/129',
    '10.0.0/8',
    '127.1',
    '0x7f.1',
    'https://a.test',
    'a b',
    '*.test',
    '/8',
    '1/2/3',
  ]) {
    it(`does not start with ${JSON.stringify(entry)} as an entry`, () => {
      assert.throws(() => createAddressPolicy({ allow: [entry] }), TypeError);
    });
  }
});

describe('addressLiteral', () => {
  for (const host of [
    'example.com',
    'localhost',
    '1.2.3.4.example.com',
    '0x7f.com',
    'a1',
    '127-0-0-1.example.com',
    '',
  ]) {
    it(`takes ${JSON.stringify(host)} for a name`, () => assert.equal(addressLiteral(host), null));
  }

  it('writes IPv4 dotted and IPv6 bare', () => {
    assert.equal(addressLiteral('0x7f.1'), '127.0.0.1');
    assert.equal(addressLiteral('127.0.0.1.'), '127.0.0.1');
    assert.equal(addressLiteral('[::1]'), '::1');
    assert.equal(addressLiteral('::1'), '::1');
    assert.equal(addressLiteral('fe80::1%eth0'), 'fe80::1%eth0');
  });
});
