import assert from 'node:assert/strict';
import {
  parseAccountId,
  parseColor,
  parseEmail,
  parseExpiry,
  parseKeyId,
  parseLaunches,
  parseLimit,
  parseListingId,
  parseName,
  parseProjectId,
  parseReference,
  parseReplyTo,
  parseSearch,
} from '../../src/admin/arguments.ts';

const LETTERS = '0123456789ABCDEFGHabcd';

describe('what an operator types', () => {
  it('is taken as an id only in the form of that kind', () => {
    assert.equal(parseAccountId(`acc_${LETTERS}`), `acc_${LETTERS}`);
    assert.equal(parseKeyId(`key_${LETTERS}`), `key_${LETTERS}`);
    refuses(parseAccountId, ['', LETTERS, `key_${LETTERS}`, `acc_${LETTERS}0`, `acc_${LETTERS.slice(1)}-`]);
    assert.equal(parseProjectId(`prj_${LETTERS}`), `prj_${LETTERS}`);
    assert.equal(parseListingId(`lst_${LETTERS}`), `lst_${LETTERS}`);
    refuses(parseListingId, ['', `prj_${LETTERS}`]);
    refuses(parseProjectId, ['', `acc_${LETTERS}`, `prj_${LETTERS}\n`]);
    refuses(parseKeyId, ['', `acc_${LETTERS}`, `svc_test_${LETTERS}`, ` key_${LETTERS}`]);
  });

  it('is a name of 1 to 100 characters on one line, trimmed', () => {
    assert.equal(parseName('  Ägypten & Söhne '), 'Ägypten & Söhne');
    assert.equal(parseName('🚀'.repeat(100)), '🚀'.repeat(100));
    refuses(parseName, ['', '   ', 'x'.repeat(101), 'two\nlines', 'bell\u0007']);
  });

  it('is a reference of 1 to 200 characters', () => {
    assert.equal(parseReference('invoice 17'), 'invoice 17');
    refuses(parseReference, ['', 'x'.repeat(201)]);
  });

  it('is a text to search for, on one line', () => {
    assert.equal(parseSearch(' 100% '), '100%');
    refuses(parseSearch, ['', ' ', 'a\nb', 'x'.repeat(255)]);
  });

  it('is an email address of at most 254 characters', () => {
    const longest = `${'x'.repeat(244)}@b.example`;
    assert.equal(parseEmail(longest), longest);
    assert.equal(parseReplyTo(longest), longest);
    assert.throws(() => parseReplyTo('nobody'), { name: 'Refusal', message: /^The reply-to must be an address/ });
    refuses(parseEmail, ['', 'nobody', 'a@b', 'a b@c.example', '@c.example', 'A <a@c.example>', `x${longest}`]);
  });

  it('is a whole number of launches from 1 to 1,000,000', () => {
    assert.equal(parseLaunches('1'), 1);
    assert.equal(parseLaunches('1000000'), 1_000_000);
    refuses(parseLaunches, ['', '0', '-1', '1.5', '1e3', '0x10', '5 ', '1000001', 'ten', 'Infinity']);
  });

  it('is a limit from 1 to 1,000', () => {
    assert.deepEqual(['1', '1000'].map(parseLimit), [1, 1_000]);
    refuses(parseLimit, ['', '0', '1001', '-5', 'all']);
  });

  it('is a color of six hexadecimal digits, in any case', () => {
    assert.equal(parseColor('#2563EB'), '#2563eb');
    refuses(parseColor, ['', 'blue', '2563eb', '#25e', '#2563ebff', '#2563eg', ' #2563eb', '#2563eb;}']);
  });

  it('is an expiry with a zone, or a date that begins at midnight UTC', () => {
    assert.deepEqual(parseExpiry('2030-12-31'), new Date('2030-12-31T00:00:00Z'));
    assert.deepEqual(parseExpiry('2030-12-31T18:00:00+02:00'), new Date('2030-12-31T16:00:00Z'));
    refuses(parseExpiry, ['', 'tomorrow', '2030', '2030-02-30', '2030-13-01', '2030-12-31T18:00:00', '1924992000']);
  });
});

function refuses(parse: (text: string) => unknown, texts: string[]): void {
  for (const text of texts) assert.throws(() => parse(text), { name: 'Refusal', message: /^The .+\.$/ }, text);
}
