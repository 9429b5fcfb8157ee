import assert from 'node:assert/strict';
import { buildDocument } from '../../src/documents/build-document.ts';
import type { ReportData } from '../../src/documents/report-data.ts';
import { readTitle, readXlsx, type XlsxSheet } from './support/read-xlsx.ts';
import { AS_OF, LOGINS, LONG_LINK, NAMES, sampleListings, sampleReport } from './support/sample-report.ts';

const HEADER_ROW = 2;
const TEXT_FORMATS = ['49', '@'];

const build = async (overrides: Partial<ReportData> = {}) =>
  readXlsx(await buildDocument('xlsx', sampleReport(overrides)));

describe('the workbook of a report', () => {
  let summary: XlsxSheet;
  let listings: XlsxSheet;

  before(async () => {
    [summary, listings] = (await build()) as [XlsxSheet, XlsxSheet];
  });

  const column = ({ cells }: XlsxSheet, title: string) =>
    [...cells].find(([ref, { value }]) => ref.endsWith(String(HEADER_ROW)) && value === title)![0].replace(/\d+/, '');

  it('has a summary and one row for each listing, below a header that stays and has a filter', () => {
    assert.deepEqual([summary.name, listings.name], ['Summary', 'Listings']);
    const names = [...listings.cells].filter(([ref]) => /^A\d+$/.test(ref)).slice(HEADER_ROW);
    assert.deepEqual(
      names.map(([, { value }]) => value),
      sampleListings(100).map(({ directory }) => directory),
    );
    assert.deepEqual(listings.frozen, { rows: HEADER_ROW, columns: 1 });
    assert.equal(listings.filter, 'A2:I102');
    assert.ok(listings.widths.length === 9 && listings.widths.every((width) => width >= 15));
  });

  it('keeps text as text, whatever it begins with, and has no formula at all', () => {
    for (const sheet of [summary, listings]) {
      for (const [ref, { hasFormula }] of sheet.cells) assert.ok(!hasFormula, ref);
    }
    const dangerous = NAMES.filter((name) => /^[=+\-@]/.test(name));
    assert.equal(dangerous.length, 4);
    for (const name of dangerous) {
      const cell = [...listings.cells.values()].find(({ value }) => value === name)!;
      assert.equal(cell.type, 's', name);
      assert.ok(TEXT_FORMATS.includes(cell.format), cell.format);
    }
  });

  it('has real numbers and dates', () => {
    const rating = listings.cells.get(`${column(listings, 'Domain rating')}3`)!;
    assert.deepEqual([rating.type, rating.value], ['n', '100']);
    const live = listings.cells.get(`${column(listings, 'Live since (UTC)')}3`)!;
    assert.deepEqual([live.type, live.format], ['n', 'yyyy-mm-dd hh:mm']);
    const days = (sampleListings(1)[0]!.liveAt!.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000;
    assert.ok(Math.abs(Number(live.value) - days) < 1e-6, live.value);
  });

  it('links to each live page, however long its address', () => {
    const links = [...listings.links.values()];
    for (const { liveUrl } of sampleListings(100))
      if (liveUrl) assert.ok(links.includes(new URL(liveUrl).href), liveUrl);
    assert.ok(links.includes(LONG_LINK));
    assert.ok(![...listings.links.values()].some((link) => !/^https?:/.test(link)));
  });

  it('goes on below what is longer than its column, which would make the print too small to read', () => {
    const wrapping = [...listings.cells.values()].filter(({ wraps }) => wraps).map(({ value }) => value);
    assert.ok(wrapping.includes(LONG_LINK));
    assert.ok(!wrapping.includes('Trustpilot'));
  });

  it('links only to the web', async () => {
    const [one] = sampleListings(1);
    const [, sheet] = await build({
      listings: [{ ...one!, liveUrl: 'javascript:alert(1)', directoryUrl: 'file:///etc' }],
    });
    assert.deepEqual([...sheet!.links], []);
  });

  it('sums up what the listings say', () => {
    const values = [...summary.cells].map(([, { value }]) => value);
    for (const value of [
      'Acme & <Tools>',
      'Söhne & Co. <Agency>',
      '100',
      '26',
      '42',
      sampleReport().ratingAttribution!,
    ]) {
      assert.ok(values.includes(value), value);
    }
  });

  it('carries what XML cannot', async () => {
    const [one] = sampleListings(1);
    const [, sheet] = await build({ listings: [{ ...one!, directory: '\tA\u0000B\u001b\ud800 & _x0041_ ]]>' }] });
    assert.equal(sheet!.cells.get('A3')!.value, '\tAB\ufffd & _x0041_ ]]>');
  });

  it('of a project without listings has an empty table', async () => {
    const [, sheet] = await build({ listings: [] });
    assert.equal(sheet!.filter, 'A2:I2');
    assert.ok(!sheet!.cells.has('A3'));
  });

  it('says TEST MODE on every sheet, and where it is printed, in test mode only', async () => {
    const bytes = await buildDocument('xlsx', sampleReport({ livemode: false, logins: LOGINS }));
    assert.equal(readTitle(bytes), 'Acme & <Tools>: directory listings (TEST MODE)');
    for (const sheet of readXlsx(bytes)) {
      assert.match(sheet.name, /\(TEST MODE\)$/);
      assert.match(sheet.cells.get('A1')!.value, /^TEST MODE/);
      assert.match(sheet.footer, /TEST MODE/);
    }
    for (const { name, cells, footer } of [summary, listings]) {
      assert.ok(!/TEST MODE/.test(name + cells.get('A1')!.value + footer));
    }
  });

  it('has a sheet more with logins', async () => {
    const sheets = await build({ logins: LOGINS });
    assert.deepEqual(
      sheets.map(({ name }) => name),
      ['Summary', 'Listings', 'Logins'],
    );
    const row = ['A', 'B', 'C', 'D', 'E'].map((letter) => sheets[2]!.cells.get(`${letter}3`)!);
    assert.deepEqual(
      row.map(({ value }) => value),
      Object.values(LOGINS[0]!),
    );
    assert.ok(row.every(({ type }) => type === 's'));
    assert.ok(!JSON.stringify([...summary.cells, ...listings.cells]).includes('Correct-Horse'));
  });

  it('says when it was made', () => {
    const made = [...summary.cells].find(([, { format }]) => format === 'yyyy-mm-dd hh:mm')![1];
    const days = (AS_OF.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000;
    assert.ok(Math.abs(Number(made.value) - days) < 1e-6);
  });
});
