/** The pages of a report: their size and margins, and where on them the next thing is put. Lengths are in points. */
import PDFDocument from 'pdfkit';
import type { ReportData } from '../report-data.ts';
import { createTypesetter, type Line, type TextStyle, type Typesetter } from '../text/typesetter.ts';
import { LANGUAGE } from '../wording.ts';
import { createPalette, type Palette } from './palette.ts';

export const PAGE = { width: 595.28, height: 841.89 };
export const MARGIN = { side: 48, top: 56, bottom: 64 };
export const CONTENT_WIDTH = PAGE.width - 2 * MARGIN.side;

const LINE_HEIGHT = 1.38;
/** Of a line's height, above which its letters stand. */
const BASELINE = 0.76;

export interface Paper {
  doc: PDFKit.PDFDocument;
  text: Typesetter;
  palette: Palette;
  /** The parent of everything that is read aloud. */
  root: PDFKit.PDFStructureElement;
  /** Where the next thing begins. */
  y: number;
}

type Parent = PDFKit.PDFStructureElement;

export function createPaper(data: ReportData, title: string): Paper {
  const doc = new TitledDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: LANGUAGE,
    displayTitle: true,
    info: { Title: title, Author: data.agency.name, CreationDate: data.asOf, Creator: data.agency.name },
  });
  doc.addPage();
  const root = doc.struct('Document');
  doc.addStructure(root);
  return { doc, text: createTypesetter(doc), palette: createPalette(data.agency), root, y: MARGIN.top };
}

/** Begins a page. */
export function turnPage(paper: Paper): void {
  paper.doc.addPage();
  paper.y = MARGIN.top;
}

/** How much of the page is left. */
export function roomLeft({ y }: Paper): number {
  return PAGE.height - MARGIN.bottom - y;
}

export function lineHeight({ size }: TextStyle): number {
  return size * LINE_HEIGHT;
}

/** Draws lines below one another, those of scripts that run from right to left at the right edge. */
export function drawLines(
  { text }: Paper,
  lines: Line[],
  style: TextStyle,
  box: { x: number; y: number; width: number; align?: 'start' | 'end' | 'center' },
): void {
  lines.forEach((line, index) => {
    const spare = box.width - line.width;
    const isAtEnd = (box.align === 'end') !== (line.direction === 'rtl' && box.align !== 'center');
    const x = box.x + (box.align === 'center' ? spare / 2 : isAtEnd ? spare : 0);
    text.draw(line, style, x, box.y + (index + BASELINE) * lineHeight(style));
  });
}

/** Adds text that is read aloud, at the paper's place, and goes on below it. */
export function addText(paper: Paper, tag: string, content: string, style: TextStyle, maxLines: number): void {
  const lines = paper.text.lines(content, style, CONTENT_WIDTH, maxLines);
  paper.root.add(
    paper.doc.struct(tag, {}, () =>
      drawLines(paper, lines, style, { x: MARGIN.side, y: paper.y, width: CONTENT_WIDTH }),
    ),
  );
  paper.y += lines.length * lineHeight(style);
}

/** Draws what is not read aloud: ornaments, and what stands on every page. */
export function drawArtifact({ doc }: Paper, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  doc.markContent('Artifact', { type });
  draw();
  doc.endMarkedContent();
}

/** Draws content of a new element of a parent. */
export function addTagged({ doc }: Paper, parent: Parent, tag: string, draw: () => void, alt?: string): void {
  parent.add(doc.struct(tag, alt === undefined ? {} : { alt }, draw));
}

/** Makes an area of the page lead to an address, as part of an element that is tagged `Link`. */
export function addLink(
  { doc }: Paper,
  structParent: Parent,
  url: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const options = { structParent, Contents: new String(url) };
  doc.link(x, y, width, height, url, options as unknown as PDFKit.Mixins.AnnotationOption);
}

interface Metadata {
  info: Record<string, unknown>;
  _addInfo(): void;
}

/** Escapes what the document's XML metadata says of it, which pdfkit does not. */
class TitledDocument extends PDFDocument {
  _addInfo(): void {
    const self = this as unknown as Metadata;
    const { info } = self;
    self.info = Object.fromEntries(Object.entries(info).map(([name, value]) => [name, escapeXml(value)]));
    (PDFDocument.prototype as unknown as Metadata)._addInfo.call(self);
    self.info = info;
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeXml(value: unknown): unknown {
  const text = typeof value === 'string' || value instanceof String ? String(value) : null;
  return text === null ? value : text.replaceAll(/[&<>]/g, (letter) => ENTITIES[letter]!);
}
