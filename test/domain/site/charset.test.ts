import assert from 'node:assert/strict';

import iconv from 'iconv-lite';

import { decodeHtml, detectCharset } from '../../../src/domain/site/charset.ts';

const russian = 'Складской учёт для небольших магазинов';

function metaCharset(charset: string): string {
  return `<!-- <meta charset="koi8-r"> --><meta charset="${charset}">`;
}

describe('charset of an HTML document', () => {
  for (const charset of ['utf-8', 'utf-16le', 'utf-16be']) {
    it(`is that of a ${charset} byte order mark, whatever is declared`, () => {
      const bytes = iconv.encode(russian, charset, { addBOM: true });
      assert.equal(detectCharset(bytes, 'text/html; charset=windows-1251'), charset);
      assert.equal(decodeHtml(bytes, 'text/html; charset=windows-1251'), russian);
    });
  }

  it('is that of the header before that of the document', () => {
    const bytes = iconv.encode(metaCharset('windows-1252') + russian, 'koi8-r');
    assert.equal(detectCharset(bytes, 'text/html;Charset="KOI8-R"; x=y'), 'koi8-r');
  });

  it('is that of the document where the header names none or an unknown one', () => {
    const bytes = iconv.encode(metaCharset('CP1251') + russian, 'windows-1251');
    assert.equal(detectCharset(bytes, 'text/html'), 'windows-1251');
    assert.equal(detectCharset(bytes, 'text/html; charset=base64'), 'windows-1251');
    assert.equal(detectCharset(bytes, null), 'windows-1251');
  });

  it('is that of a http-equiv content type, and not of any other meta', () => {
    const meta =
      '<meta name="x" content="charset=koi8-r"><META http-equiv=Content-Type content="text/html;charset=cp866">';
    assert.equal(detectCharset(iconv.encode(meta + russian, 'cp866'), null), 'ibm866');
  });

  it('is UTF-8 where the bytes are, even when something else is declared', () => {
    assert.equal(
      detectCharset(Buffer.from(metaCharset('windows-1251') + russian), 'text/html; charset=latin1'),
      'utf-8',
    );
  });

  it('stays UTF-8 for a page with a broken character and one cut off at the end', () => {
    const bytes = Buffer.concat([Buffer.from(russian), Buffer.from([0xff, 0x20]), Buffer.from('я').subarray(0, 1)]);
    assert.equal(detectCharset(bytes, null), 'utf-8');
  });

  it('is the next declared one where UTF-8 is declared and the bytes are not', () => {
    const bytes = iconv.encode(metaCharset('windows-1251') + russian, 'windows-1251');
    assert.equal(decodeHtml(bytes, 'text/html; charset=utf-8').endsWith(russian), true);
  });

  it('falls back to windows-1252', () => {
    const bytes = iconv.encode('“Café” – 5 €', 'windows-1252');
    assert.equal(decodeHtml(bytes, 'text/html; charset=utf-8'), '“Café” – 5 €');
    assert.equal(decodeHtml(bytes, 'text/html; charset=nonsense'), '“Café” – 5 €');
    assert.equal(decodeHtml(bytes, 'text/html; charset=iso-8859-1'), '“Café” – 5 €');
  });

  it('takes a meta that claims UTF-16 for UTF-8, since it could be read', () => {
    assert.equal(detectCharset(Buffer.from(metaCharset('utf-16')), null), 'utf-8');
  });

  it('may be a seven-bit one', () => {
    const bytes = Buffer.from('\u001b$B;3ED\u001b(B', 'latin1');
    assert.equal(decodeHtml(bytes, 'text/html; charset=ISO-2022-JP'), '山田');
  });
});
