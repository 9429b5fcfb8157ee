import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CsvError, formatCsv, parseCsv } from '../../src/admin/csv.ts';

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '\r\n', ' ', ';', 'a') }),
);
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 5 });

describe('CSV', () => {
  it('reads what it writes, whatever stands in the cells', () => {
    fc.assert(
      fc.property(rows, (written) => {
        assert.deepEqual(parseCsv(formatCsv(written)), written);
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads lines with and without a carriage return, and a last one without an end', () => {
    for (const text of ['a,b\nc,\n', 'a,b\r\nc,\r\n', 'a,b\nc,', 'a,"b"\n"c",""']) {
      assert.deepEqual(
        parseCsv(text),
        [
          ['a', 'b'],
          ['c', ''],
        ],
        text,
      );
    }
    assert.deepEqual(parseCsv(''), []);
    assert.deepEqual(parseCsv('"a ""b"", c\n"\n'), [['a "b", c\n']]);
  });

  it('is refused with the row where quotes make no sense', () => {
    for (const text of ['a\n"b', 'a\n"b"c', 'a\nb"c"', 'a\n"b" ,c', 'a\n"b""']) {
      assert.throws(
        () => parseCsv(text),
        (error) => error instanceof CsvError && error.row === 2,
        text,
      );
    }
  });
});
