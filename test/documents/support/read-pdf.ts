/** Reads a PDF with a reader that has nothing to do with its writer. */
import { inflateSync } from 'node:zlib';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PdfPage {
  text: string;
  links: string[];
  /** The texts that begin within the area of each link. */
  linkTexts: string[][];
  /** How many pictures of pixels it has, how many outlines, and their colours and those of its letters. */
  pictures: number;
  paths: number;
  fills: Set<string>;
  /** The roles of the page's structure elements, in the order in which they are read. */
  roles: string[];
  /** What figures are said to show. */
  alts: string[];
}

export interface ReadPdf {
  title: string;
  language: string;
  isTagged: boolean;
  pages: PdfPage[];
  /** All pages' text, its spaces left out: readers part words differently. */
  letters: string;
}

interface StructNode {
  role?: string;
  alt?: string;
  children?: StructNode[];
}

export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, isEvalSupported: false });
  const document = await task.promise;
  try {
    const { info } = await document.getMetadata();
    const { Title, Language } = info as { Title: string; Language: string };
    const pages: PdfPage[] = [];
    for (let number = 1; number <= document.numPages; number++)
      pages.push(await readPage(await document.getPage(number)));
    return {
      title: Title,
      language: Language,
      isTagged: (await document.getMarkInfo())?.Marked ?? false,
      pages,
      letters: withoutSpaces(pages.map(({ text }) => text).join('')),
    };
  } finally {
    await task.destroy();
  }
}

interface Annotation {
  subtype: string;
  rect: [number, number, number, number];
  unsafeUrl?: string;
  url?: string;
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>;

async function readPage(page: Page): Promise<PdfPage> {
  const content = await page.getTextContent();
  const annotations = (await page.getAnnotations()) as Annotation[];
  const links = annotations.filter(({ subtype }) => subtype === 'Link');
  const { fnArray, argsArray } = await page.getOperatorList();
  const argumentsOf = (operator: number) => fnArray.flatMap((one, at) => (one === operator ? [argsArray[at]] : []));
  const texts = content.items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []));
  const nodes = flatten((await page.getStructTree()) as StructNode | null);
  return {
    text: content.items.map((item) => ('str' in item ? item.str : '')).join(' '),
    links: links.map(({ url, unsafeUrl }) => url ?? unsafeUrl ?? ''),
    linkTexts: links.map(({ rect: [left, bottom, right, top] }) =>
      texts.flatMap(({ str, transform }) => {
        const [x, y] = transform.slice(4) as [number, number];
        return x > left - 1 && x < right && y > bottom && y < top ? [str] : [];
      }),
    ),
    pictures: argumentsOf(OPS.paintImageXObject).length,
    paths: argumentsOf(OPS.constructPath).length,
    fills: new Set(argumentsOf(OPS.setFillRGBColor).map((args) => String((args as unknown[])[0]))),
    roles: nodes.flatMap(({ role }) => role ?? []),
    alts: nodes.flatMap(({ alt }) => alt ?? []),
  };
}

function flatten(node: StructNode | null): StructNode[] {
  return node ? [node, ...(node.children ?? []).flatMap(flatten)] : [];
}

export function withoutSpaces(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s+/g, '');
}

/** The texts that marked content is said to be, which the reader does not show. */
export function readActualTexts(pdf: Buffer): string[] {
  const texts: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 1)) {
    const end = pdf.indexOf('endstream', at);
    if (pdf.toString('latin1', at - 3, at) === 'end' || end === -1) continue;
    const content = inflated(pdf.subarray(at + 7, end));
    for (const [, text] of content.matchAll(/\/ActualText \(((?:[^\\)]|\\[\s\S])*)\)/g)) texts.push(decodeText(text!));
  }
  return texts;
}

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    return '';
  }
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function decodeText(escaped: string): string {
  const bytes = escaped.replaceAll(/\\([\s\S])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
  if (!bytes.startsWith('\u00fe\u00ff')) return bytes;
  return Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le');
}
