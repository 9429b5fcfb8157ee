/** What the sheets of a report have in common: a title, a header that stays, a filter, and cells that are what they say. */
import type ExcelJS from 'exceljs';
import { textOn } from '../../domain/legible.ts';
import type { ReportData } from '../report-data.ts';
import { TEST_MODE, TEST_MODE_NOTE } from '../wording.ts';

export type Value = string | number | Date | null | { text: string; url: string };

export interface SheetColumn {
  title: string;
  /** In letters. */
  width: number;
  align?: 'right';
}

/** Text that is edited stays text, whatever it begins with. */
const TEXT_FORMAT = '@';
const DATE_FORMAT = 'yyyy-mm-dd hh:mm';
/** An enumeration's member, which is there for the compiler alone. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the package has no value of it
const A4 = 9 as ExcelJS.PaperSize;
/** Named, since programs disagree on what a style without a name is set in. */
export const FONT = { name: 'Calibri', family: 2, size: 11 };
const LINK_COLOR = 'FF0F4C81';
const WARNING = { fill: 'FFFEF3C7', ink: 'FF78350F' };

/** What a cell takes, and what a link takes, before Excel calls the file broken. */
const MAX_TEXT = 32_767;
const MAX_URL = 2_079;

/** Adds an empty sheet in the agency's colour, with its title in the first row and TEST MODE beside it. */
export function addSheet(workbook: ExcelJS.Workbook, data: ReportData, name: string, title: string): ExcelJS.Worksheet {
  const { agency, livemode } = data;
  const mark = livemode ? '' : `${TEST_MODE} · `;
  const sheet = workbook.addWorksheet(livemode ? name : `${name} (${TEST_MODE})`, {
    properties: { tabColor: { argb: argb(agency.primaryColor) } },
    pageSetup: { paperSize: A4, orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    headerFooter: { oddFooter: `&L${escapeFooter(mark + agency.name)}&RPage &P of &N` },
  });
  const cell = sheet.getCell(1, 1);
  setCell(cell, livemode ? title : `${TEST_MODE}: ${TEST_MODE_NOTE}. ${title}`);
  cell.font = { ...FONT, bold: true, size: 14, ...(livemode ? {} : { color: { argb: WARNING.ink } }) };
  if (!livemode) cell.fill = solid(WARNING.fill);
  sheet.getRow(1).height = 24;
  return sheet;
}

/** Puts a table below what the sheet has: the header stays in sight, is printed on every page, and has a filter. */
export function addTable(sheet: ExcelJS.Worksheet, data: ReportData, columns: SheetColumn[], rows: Value[][]): void {
  const top = sheet.rowCount + 1;
  const header = sheet.getRow(top);
  columns.forEach(({ title, width, align }, index) => {
    sheet.getColumn(index + 1).width = width;
    const cell = header.getCell(index + 1);
    setCell(cell, title);
    cell.font = { ...FONT, bold: true, color: { argb: argb(textOn(data.agency.primaryColor)) } };
    cell.fill = solid(argb(data.agency.primaryColor));
    cell.alignment = { ...aside(align), vertical: 'middle' };
    sheet.getCell(1, index + 1).fill = sheet.getCell(1, 1).fill;
  });
  rows.forEach((values, at) =>
    values.forEach((value, index) => {
      const cell = sheet.getRow(top + 1 + at).getCell(index + 1);
      setCell(cell, value);
      // What runs over its cell is cut, or makes the whole print small enough to hold it.
      const { width, align } = columns[index]!;
      cell.alignment = { ...cell.alignment, ...aside(align), vertical: 'top', wrapText: lettersOf(value) > width };
    }),
  );
  sheet.autoFilter = { from: { row: top, column: 1 }, to: { row: top + rows.length, column: columns.length } };
  sheet.views = [{ state: 'frozen', xSplit: 1, ySplit: top }];
  sheet.pageSetup.printTitlesRow = `${top}:${top}`;
}

/** Not so close to what begins at the left of the next column. */
function aside(align: SheetColumn['align']): Partial<ExcelJS.Alignment> {
  return align ? { horizontal: align, indent: 1 } : { horizontal: 'left' };
}

function lettersOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  return value !== null && typeof value === 'object' && 'text' in value ? value.text.length : 0;
}

/** Writes a value as what it is: never as a formula. */
export function setCell(cell: ExcelJS.Cell, value: Value): void {
  if (value === null) return;
  if (typeof value === 'number') cell.value = value;
  else if (value instanceof Date) {
    cell.value = value;
    cell.numFmt = DATE_FORMAT;
    cell.alignment = { horizontal: 'left' };
  } else if (typeof value === 'string') setText(cell, value);
  else if (value.url.length > MAX_URL) setText(cell, value.text);
  else {
    cell.value = { text: clean(value.text), hyperlink: value.url };
    cell.font = { ...FONT, color: { argb: LINK_COLOR }, underline: true };
  }
}

function setText(cell: ExcelJS.Cell, text: string): void {
  cell.value = clean(text);
  cell.numFmt = TEXT_FORMAT;
}

/** Without what XML cannot carry. */
function clean(text: string): string {
  const carried = text.toWellFormed().replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
  return carried.slice(0, MAX_TEXT).toWellFormed();
}

export function argb(color: string): string {
  return `FF${color.slice(1).toUpperCase()}`;
}

export function solid(color: string): ExcelJS.FillPattern {
  return { type: 'pattern', pattern: 'solid', fgColor: { argb: color } };
}

/** `&` begins a code there. */
function escapeFooter(text: string): string {
  return text.slice(0, 100).replaceAll('&', '&&');
}
