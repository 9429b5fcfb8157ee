import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findCode } from '../../../src/domain/mail/find-code.ts';
import { findLinks, MAX_LINKS } from '../../../src/domain/mail/find-links.ts';
import { contentOf } from '../../../src/domain/mail/mail-content.ts';
import { simulatedMail } from '../../../src/domain/mail/simulated-mail.ts';
import { CODE_CASES, LINK_CASES } from './mail-cases.ts';

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 }).map((units) => String.fromCharCode(...units)),
  fc.stringMatching(/^(?:[<>a"'=&;()[\]{}\\.:/-]|https?:\/\/|\d{3,9}|code|\n| ){0,80}$/),
);
const digits = fc.stringMatching(/^[1-9][0-9]{3,7}$/).filter((code) => !/^(19|20)/.test(code));

describe('a mail', () => {
  for (const { name, subject, text, code } of CODE_CASES) {
    it(`has its code found: ${name}`, () => assert.equal(findCode(subject, text), code));
  }

  for (const { name, text, html, links } of LINK_CASES) {
    it(`has its links found: ${name}`, () => assert.deepEqual(findLinks(text, html), links));
  }

  it('gives links that are http or https addresses, each once, and a code of 4 to 8 letters and digits, whatever it is', () => {
    fc.assert(
      fc.property(anything, anything, anything, anything, (from, subject, text, html) => {
        const content = contentOf({ from, subject, text, html });
        assert.equal(new Set(content.links).size, content.links.length);
        for (const link of content.links) assert.match(link, /^https?:\/\/[^\s<>"]+$/);
        if (content.code !== null) assert.match(content.code, /^[A-Za-z0-9]{4,8}$/);
        for (const shown of [content.from, content.subject]) assert.doesNotMatch(shown, /[\p{Cc}]/u);
        assert.doesNotMatch(content.text, /[\0-\x08\x0b-\x1f\x7f-\x9f]/);
        assert.ok([content.from, content.subject, content.text].every((shown) => shown.isWellFormed()));
      }),
      { numRuns: 500 },
    );
  });

  it('has a code after a colon found, whatever stands around', () => {
    const words = fc.array(fc.constantFrom('Hello,', 'thanks', 'for', 'your', 'submission.', 'Bye', '\n\n'), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(words, digits, words, (before, code, after) => {
        const text = [...before, `\nVerification code: ${code}\n`, ...after].join(' ');
        assert.equal(findCode('Please confirm', text), code);
      }),
    );
  });

  it('has 50 links at most', () => {
    const many = Array.from({ length: 200 }, (_, index) => `https://a.example/${index}`).join('\n');
    assert.equal(findLinks(many, '').length, MAX_LINKS);
  });

  it('is read in time, however it is made', () => {
    const hostile = [
      '('.repeat(50_000),
      'https://'.repeat(10_000),
      '1 '.repeat(25_000),
      '1234-'.repeat(10_000),
      'code '.repeat(10_000),
      '12:'.repeat(15_000),
      '<a href='.repeat(60_000),
      `https://a.example/${')'.repeat(2_000)} `.repeat(25),
    ];
    for (const text of hostile) {
      const startedAt = performance.now();
      contentOf({ from: text, subject: text, text, html: text });
      assert.ok(performance.now() - startedAt < 2_000, text.slice(0, 10));
    }
  });

  it('of test mode has the link or the code that it says it has', () => {
    const directory = { name: 'A Directory', url: 'https://a.example/' };
    const random = { token: 'abc123', code: '493817' };
    const linked = contentOf(simulatedMail('login_and_link', directory, 'Acme 2000', random));
    assert.deepEqual([linked.links, linked.code], [['https://a.example/confirm/abc123'], null]);
    const coded = contentOf(simulatedMail('login_and_code', directory, 'Acme 2000', random));
    assert.deepEqual([coded.links, coded.code], [[], '493817']);
  });
});
