/** Reads a workbook as what it is, XML in a ZIP archive, and not with the library that wrote it. */
import { inflateRawSync } from 'node:zlib';
import { parseDocument } from 'htmlparser2';

export interface XlsxCell {
  /** As the file has it: `s` for text, `n` for a number. */
  type: string;
  value: string;
  /** The number format of its style. */
  format: string;
  /** Whether it goes on below rather than beyond its column. */
  wraps: boolean;
  hasFormula: boolean;
}

export interface XlsxSheet {
  name: string;
  /** By reference, such as `B2`. */
  cells: Map<string, XlsxCell>;
  /** Addresses by reference. */
  links: Map<string, string>;
  filter: string | null;
  /** The rows above and columns left of what scrolls. */
  frozen: { rows: number; columns: number };
  widths: number[];
  footer: string;
}

interface Node {
  name: string;
  attribs: Record<string, string>;
  children?: Node[];
  data?: string;
}

/** What the file says that it is. */
export function readTitle(bytes: Buffer): string {
  const core = parseDocument(unzip(bytes).get('docProps/core.xml')!.toString('utf8'), { xmlMode: true });
  return textOf(all(core as unknown as Node, 'dc:title')[0]);
}

export function readXlsx(bytes: Buffer): XlsxSheet[] {
  const files = unzip(bytes);
  const xml = (path: string) => parseDocument(files.get(path)!.toString('utf8'), { xmlMode: true }) as unknown as Node;
  const strings = all(xml('xl/sharedStrings.xml'), 'si').map(textOf);
  const styles = xml('xl/styles.xml');
  const formats = numberFormats(styles).map((format, index) => ({ format, wraps: wrapsOf(styles)[index]! }));
  const targets = relations(xml('xl/_rels/workbook.xml.rels'));
  return all(xml('xl/workbook.xml'), 'sheet').map(({ attribs }) => {
    const path = `xl/${targets.get(attribs['r:id']!)!}`;
    const sheet = xml(path);
    const relationsPath = path.replace('worksheets/', 'worksheets/_rels/') + '.rels';
    const links = files.has(relationsPath) ? relations(xml(relationsPath)) : new Map<string, string>();
    const [pane] = all(sheet, 'pane');
    return {
      name: attribs.name!,
      cells: new Map(all(sheet, 'c').map((cell) => [cell.attribs.r!, readCell(cell, strings, formats)])),
      links: new Map(all(sheet, 'hyperlink').map((link) => [link.attribs.ref!, links.get(link.attribs['r:id']!)!])),
      filter: all(sheet, 'autoFilter')[0]?.attribs.ref ?? null,
      frozen: { rows: Number(pane?.attribs.ySplit ?? 0), columns: Number(pane?.attribs.xSplit ?? 0) },
      widths: all(sheet, 'col').flatMap(({ attribs: { min, max, width } }) =>
        Array.from({ length: Number(max) - Number(min) + 1 }, () => Number(width)),
      ),
      footer: all(sheet, 'oddFooter').map(textOf).join(''),
    };
  });
}

function readCell(cell: Node, strings: string[], formats: Pick<XlsxCell, 'format' | 'wraps'>[]): XlsxCell {
  const value = textOf(all(cell, 'v')[0]);
  const type = cell.attribs.t ?? 'n';
  return {
    type,
    value: type === 's' ? strings[Number(value)]! : value,
    ...(formats[Number(cell.attribs.s ?? 0)] ?? { format: '', wraps: false }),
    hasFormula: all(cell, 'f').length > 0,
  };
}

/** The format of each cell style; those that are built in by their number. */
function numberFormats(styles: Node): string[] {
  const own = new Map(all(styles, 'numFmt').map(({ attribs }) => [attribs.numFmtId, attribs.formatCode!]));
  return all(all(styles, 'cellXfs')[0]!, 'xf').map(({ attribs }) => own.get(attribs.numFmtId) ?? attribs.numFmtId!);
}

function wrapsOf(styles: Node): boolean[] {
  return all(all(styles, 'cellXfs')[0]!, 'xf').map((xf) => all(xf, 'alignment')[0]?.attribs.wrapText === '1');
}

function relations(document: Node): Map<string, string> {
  return new Map(all(document, 'Relationship').map(({ attribs }) => [attribs.Id!, attribs.Target!]));
}

function all(node: Node, name: string): Node[] {
  return (node.children ?? []).flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
}

function textOf(node: Node | undefined): string {
  return node ? (node.data ?? (node.children ?? []).map(textOf).join('')) : '';
}

const CENTRAL_ENTRY = 0x02014b50;
const END = 0x06054b50;

function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (zip.readUInt32LE(end) !== END) throw new Error('not a ZIP archive');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === CENTRAL_ENTRY) {
    const [method, size, local] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + size);
    files.set(name, method === 0 ? packed : inflateRawSync(packed));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
