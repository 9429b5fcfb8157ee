import { Parser } from 'htmlparser2';

/** The attributes of one `<meta>`; `key` is its `property`, `name` or `itemprop`, in lower case. */
export interface MetaElement {
  readonly key: string;
  readonly content: string;
}

/** The attributes of one `<link>`; `rels` are its link types, in lower case. */
export interface LinkElement {
  readonly rels: readonly string[];
  readonly href: string;
  readonly sizes: string | null;
}

/** The elements of a document that describe the site, in document order, references unresolved. */
export interface PageElements {
  baseHref: string | null;
  title: string | null;
  heading: string | null;
  refresh: string | null;
  readonly metas: MetaElement[];
  readonly links: LinkElement[];
  readonly jsonLd: string[];
}

type CapturedField = 'title' | 'heading' | 'jsonLd';
type Attributes = Record<string, string>;

const CHUNK_LENGTH = 16_384;
const MAX_DEPTH = 2_000;
const MAX_ELEMENTS = 200;
const MAX_TEXT_LENGTH = 5_000;
const MAX_JSON_LD_LENGTH = 262_144;

const WANTED_RELS = new Set(['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed', 'manifest']);
const HIDDEN_TAGS = new Set(['svg', 'script', 'style', 'template', 'noscript']);
const BREAKING_TAGS = new Set(['br', 'div', 'p', 'li']);

/**
 * Collects the describing elements of an HTML document of any quality. Time grows linearly with the length of `html`;
 * reading stops early at a nesting no real document has.
 */
export function collectPageElements(html: string): PageElements {
  const collector = new ElementCollector();
  const parser = new Parser({
    onopentag: (tag, attributes) => collector.open(tag, attributes),
    ontext: (text) => collector.text(text),
    onclosetag: (tag, isImplied) => collector.close(tag, isImplied),
  });
  for (let start = 0; start < html.length && collector.depth < MAX_DEPTH; start += CHUNK_LENGTH) {
    parser.write(html.slice(start, start + CHUNK_LENGTH));
  }
  parser.end();
  return collector.elements;
}

class ElementCollector {
  readonly elements: PageElements = {
    baseHref: null,
    title: null,
    heading: null,
    refresh: null,
    metas: [],
    links: [],
    jsonLd: [],
  };
  depth = 0;
  private hiddenDepth = 0;
  private capture: { field: CapturedField; tag: string; text: string } | null = null;

  open(tag: string, attributes: Attributes): void {
    this.depth += 1;
    if (tag === 'base') this.elements.baseHref ??= attributes['href'] ?? null;
    else if (tag === 'meta') this.addMeta(attributes);
    else if (tag === 'link') this.addLink(attributes);
    else if (BREAKING_TAGS.has(tag)) this.text(' ');
    else this.startCapture(tag, attributes);
    if (HIDDEN_TAGS.has(tag)) this.hiddenDepth += 1;
  }

  text(text: string): void {
    if (this.capture === null || (this.hiddenDepth > 0 && this.capture.field !== 'jsonLd')) return;
    const limit = this.capture.field === 'jsonLd' ? MAX_JSON_LD_LENGTH : MAX_TEXT_LENGTH;
    if (this.capture.text.length <= limit) this.capture.text += text;
  }

  close(tag: string, isImplied: boolean): void {
    this.depth -= 1;
    if (HIDDEN_TAGS.has(tag)) this.hiddenDepth -= 1;
    if (this.capture?.tag === tag) this.endCapture(isImplied);
  }

  private addMeta(attributes: Attributes): void {
    const content = attributes['content']?.slice(0, MAX_TEXT_LENGTH);
    if (content === undefined || this.elements.metas.length === MAX_ELEMENTS) return;
    if (attributes['http-equiv']?.trim().toLowerCase() === 'refresh') this.elements.refresh ??= content;
    const key = attributes['property'] ?? attributes['name'] ?? attributes['itemprop'];
    if (key !== undefined) this.elements.metas.push({ key: key.trim().toLowerCase(), content });
  }

  private addLink(attributes: Attributes): void {
    const rels = (attributes['rel'] ?? '').toLowerCase().split(/\s+/);
    const { href, sizes } = attributes;
    if (href === undefined || this.elements.links.length === MAX_ELEMENTS) return;
    if (rels.some((rel) => WANTED_RELS.has(rel))) this.elements.links.push({ rels, href, sizes: sizes ?? null });
  }

  private startCapture(tag: string, attributes: Attributes): void {
    const field = this.fieldCapturedFrom(tag, attributes);
    if (field === null) return;
    this.endCapture(true);
    this.capture = { field, tag, text: '' };
  }

  private fieldCapturedFrom(tag: string, attributes: Attributes): CapturedField | null {
    if (tag === 'script') return isJsonLd(attributes) && this.elements.jsonLd.length < MAX_ELEMENTS ? 'jsonLd' : null;
    if (this.hiddenDepth > 0) return null;
    if (tag === 'title' && this.elements.title === null) return 'title';
    if (tag === 'h1' && this.elements.heading === null) return 'heading';
    return null;
  }

  private endCapture(isImplied: boolean): void {
    if (this.capture === null) return;
    const { field, text } = this.capture;
    this.capture = null;
    if (field === 'jsonLd') this.elements.jsonLd.push(text);
    else if (text.trim() !== '') this.elements[field] = isImplied ? beforeMarkup(text) : text;
  }
}

/** An element that is never closed swallows what follows it. */
function beforeMarkup(text: string): string {
  return text.trimStart().split(/[<\r\n]/, 1)[0] ?? '';
}

function isJsonLd(attributes: Attributes): boolean {
  return attributes['type']?.trim().toLowerCase().startsWith('application/ld+json') ?? false;
}
