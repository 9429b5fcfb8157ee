/** CSV as RFC 4180 has it. Reading also takes lines that end without a carriage return. */

/** A file that is no CSV, with the row where that shows (1 for the first). */
export class CsvError extends Error {
  override readonly name = 'CsvError';
  readonly row: number;

  constructor(row: number) {
    super(`row ${row} is not CSV: a quote is not closed, not doubled, or not around the whole cell`);
    this.row = row;
  }
}

/** A cell, quoted or plain, and what follows it. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/**
 * The rows of a file. A line break at its end makes no further row, and empty lines are rows of one empty cell.
 *
 * @throws CsvError
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (let at = 0; at < text.length || cells.length > 0;) {
    CELL.lastIndex = at;
    const match = CELL.exec(text);
    if (!match) throw new CsvError(rows.length + 1);
    const [, quoted, plain, end] = match;
    cells.push(quoted?.replaceAll('""', '"') ?? plain!);
    at = CELL.lastIndex;
    if (end === ',') continue;
    rows.push(cells);
    cells = [];
  }
  return rows;
}

/** A file of these rows, each ended by a line break. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('');
}

function formatCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
