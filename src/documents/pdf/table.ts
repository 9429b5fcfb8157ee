/** A table over as many pages as it needs, whose header stands on each of them. */
import type { Line, TextStyle } from '../text/typesetter.ts';
import { addLink, drawArtifact, drawLines, lineHeight, MARGIN, roomLeft, turnPage, type Paper } from './paper.ts';
import { bold, plain, RULE, SHADE } from './palette.ts';

export interface Column {
  title: string;
  /** In points. */
  width: number;
  align?: 'start' | 'end';
  /** The lines that a cell takes at most; what is longer ends in an ellipsis. */
  maxLines: number;
}

export interface Cell {
  text: string;
  /** A web address; null for a cell that leads nowhere. */
  link: string | null;
  style: TextStyle;
}

const PADDING = { x: 6, y: 5 };
const HEADER_SIZE = 8.5;

export function drawTable(paper: Paper, columns: Column[], rows: Cell[][]): void {
  const table = paper.doc.struct('Table');
  paper.root.add(table);
  const height = headerHeight();
  let isFirst = true;
  let isShaded = false;
  const begin = () => {
    drawHeader(paper, columns, isFirst ? table : null);
    isFirst = false;
    isShaded = false;
  };
  const laid = rows.map((row) => layOut(paper, columns, row));
  if (roomLeft(paper) < height + (laid[0]?.height ?? 0)) turnPage(paper);
  begin();
  for (const row of laid) {
    if (roomLeft(paper) < row.height) {
      turnPage(paper);
      begin();
    }
    drawRow(paper, columns, row, table, isShaded);
    isShaded = !isShaded;
  }
  table.end();
}

interface LaidRow {
  cells: { cell: Cell; lines: Line[] }[];
  height: number;
}

function layOut({ text }: Paper, columns: Column[], row: Cell[]): LaidRow {
  const cells = row.map((cell, index) => {
    const { width, maxLines } = columns[index]!;
    return { cell, lines: text.lines(cell.text, cell.style, width - 2 * PADDING.x, maxLines) };
  });
  const heights = cells.map(({ cell, lines }) => Math.max(1, lines.length) * lineHeight(cell.style));
  return { cells, height: Math.max(...heights) + 2 * PADDING.y };
}

function headerHeight(): number {
  return lineHeight(plain(HEADER_SIZE)) + 2 * PADDING.y;
}

/** @param table the first header is read aloud as part of it; its repetitions are not */
function drawHeader(paper: Paper, columns: Column[], table: PDFKit.PDFStructureElement | null): void {
  const { doc, palette, y } = paper;
  const style = bold(HEADER_SIZE, palette.onPrimary);
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  drawArtifact(paper, () => doc.rect(MARGIN.side, y, width, headerHeight()).fill(palette.primary));
  const row = table && doc.struct('TR');
  if (row) table.add(row);
  let x = MARGIN.side;
  for (const column of columns) {
    const lines = paper.text.lines(column.title, style, column.width - 2 * PADDING.x, 1);
    const box = {
      x: x + PADDING.x,
      y: y + PADDING.y,
      width: column.width - 2 * PADDING.x,
      align: column.align ?? 'start',
    };
    const draw = () => drawLines(paper, lines, style, box);
    if (row) row.add(doc.struct('TH', { scope: 'Column' } as PDFKit.Mixins.StructureElementOptions, draw));
    else drawArtifact(paper, draw, 'Pagination');
    x += column.width;
  }
  row?.end();
  paper.y += headerHeight();
}

function drawRow(
  paper: Paper,
  columns: Column[],
  { cells, height }: LaidRow,
  table: PDFKit.PDFStructureElement,
  isShaded: boolean,
): void {
  const { doc, y } = paper;
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  drawArtifact(paper, () => {
    if (isShaded) doc.rect(MARGIN.side, y, width, height).fill(SHADE);
    doc
      .moveTo(MARGIN.side, y + height)
      .lineTo(MARGIN.side + width, y + height)
      .lineWidth(0.5)
      .stroke(RULE);
  });
  const row = doc.struct('TR');
  table.add(row);
  let x = MARGIN.side;
  cells.forEach(({ cell, lines }, index) => {
    const column = columns[index]!;
    const inner = { x: x + PADDING.x, y: y + PADDING.y, width: column.width - 2 * PADDING.x };
    const element = doc.struct('TD');
    row.add(element);
    const draw = () => drawLines(paper, lines, cell.style, { ...inner, align: column.align ?? 'start' });
    const { link } = cell;
    if (link === null) element.add(draw);
    else {
      const linked = doc.struct('Link', {}, () => {
        draw();
        addLink(paper, linked, link, { ...inner, height: lines.length * lineHeight(cell.style) });
      });
      element.add(linked);
    }
    element.end();
    x += column.width;
  });
  row.end();
  paper.y += height;
}
