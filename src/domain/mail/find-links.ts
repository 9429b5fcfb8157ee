import { Parser } from 'htmlparser2';

export const MAX_LINKS = 50;
const MAX_LINK_LENGTH = 2_048;

const IN_TEXT = /\bhttps?:\/\/[^\s<>"'`{}|\\^\p{Cc}]{1,2040}/giu;
const TRAILING = /[.,;:!?*_~，。；：！？、）」』]$/u;

/**
 * The http and https addresses of a mail, each once, those of its HTML first, in their order, at most 50 of at most 2,048
 * characters. Anything else that a mail can link to (mailto, javascript, data) is no link here.
 *
 * @param html its HTML, or an empty text
 */
export function findLinks(text: string, html: string): string[] {
  const links = new Set<string>();
  for (const candidate of candidatesIn(text, html)) {
    const link = asWebAddress(candidate);
    if (link !== null) links.add(link);
    if (links.size === MAX_LINKS) break;
  }
  return [...links];
}

function* candidatesIn(text: string, html: string): Generator<string> {
  if (html) yield* targetsIn(html);
  for (const [match] of text.matchAll(IN_TEXT)) yield withoutPunctuation(match);
}

function targetsIn(html: string): string[] {
  const targets: string[] = [];
  const parser = new Parser({
    onopentag(name, { href }) {
      if ((name === 'a' || name === 'area') && href && targets.length < 1_000) targets.push(href.trim());
    },
  });
  parser.end(html);
  return targets;
}

/** A sentence's marks after an address, and a bracket that was opened before it, are not its own. */
function withoutPunctuation(match: string): string {
  const unopened: Record<string, number> = {
    ')': count(match, ')') - count(match, '('),
    ']': count(match, ']') - count(match, '['),
  };
  let end = match.length;
  for (; end > 0; end--) {
    const last = match[end - 1]!;
    const over = unopened[last];
    if (over === undefined ? !TRAILING.test(last) : over <= 0) break;
    if (over !== undefined) unopened[last] = over - 1;
  }
  return match.slice(0, end);
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1;
}

function asWebAddress(candidate: string): string | null {
  if (candidate.length > MAX_LINK_LENGTH || !/^https?:/i.test(candidate)) return null;
  const url = URL.parse(candidate);
  if (!url?.hostname || url.username || url.password) return null;
  return url.href.length <= MAX_LINK_LENGTH ? url.href : null;
}
