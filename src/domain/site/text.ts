import { Parser } from 'htmlparser2';

const words = new Intl.Segmenter('und', { granularity: 'word' });
const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });

const MAX_RAW_LENGTH = 5_000;
const MAX_ENTITY_PASSES = 2;
const UNSEEN = /[\p{Cc}\p{Co}\p{Cs}\ufffd\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;
const TAG = /<\/?[a-z][^<>]*>/gi;
const DANGLING = /[\s,;:–—\-|·/([{«“‘「『【]+$/u;

/**
 * Makes a text of a page fit to show: entities that were escaped twice decoded, control, private-use and invisible
 * formatting characters removed, whitespace collapsed. Null for an empty text.
 */
export function cleanText(raw: string | null): string | null {
  if (raw === null) return null;
  const text = decodeEntities(raw.slice(0, MAX_RAW_LENGTH));
  return (
    text
      .replace(/[\s\x85]/g, ' ')
      .replace(UNSEEN, '')
      .replace(/ {2,}/g, ' ')
      .trim() || null
  );
}

/** Cleans a text that may hold escaped markup, such as a description copied from a rich text editor. */
export function cleanMarkup(raw: string | null): string | null {
  return cleanText(cleanText(raw)?.replace(TAG, ' ') ?? null);
}

function decodeEntities(text: string): string {
  let decoded = text;
  for (let pass = 0; pass < MAX_ENTITY_PASSES; pass += 1) decoded = decoded.replace(ENTITY, decodeEntity);
  return decoded;
}

function decodeEntity(entity: string): string {
  let decoded = entity;
  new Parser({ onattribute: (_name, value) => (decoded = value) }).end(`<a b="${entity}">`);
  return decoded;
}

/** The number of characters (code points). */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** The number of words, in any script; punctuation is none. */
export function wordCount(text: string): number {
  return [...words.segment(text)].filter((segment) => segment.isWordLike).length;
}

/** Reduces a text to its letters and digits, in one case and width, to compare what differs only in style. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '');
}

/** The first sentence of a cleaned text. */
export function firstSentence(text: string): string {
  return (sentences.segment(text).containing(0)?.segment ?? text).trim();
}

/**
 * Shortens a cleaned text to at most `limit` code points: at the last sentence end where that keeps half of the limit,
 * else at the last word end, marked with `…`.
 */
export function shorten(text: string, limit: number): string {
  if (lengthOf(text) <= limit) return text;
  const atSentence = text.slice(0, boundaryBefore(text, limit, sentences)).trimEnd();
  if (lengthOf(atSentence) >= limit / 2) return atSentence;
  const atWord = text.slice(0, boundaryBefore(text, limit - 1, words)).replace(DANGLING, '');
  return `${atWord || [...text].slice(0, limit - 1).join('')}…`;
}

/** The last boundary at or before `length` code points, as an index of code units. */
function boundaryBefore(text: string, length: number, segmenter: Intl.Segmenter): number {
  const index = [...text].slice(0, length).join('').length;
  return segmenter.segment(text).containing(index)?.index ?? index;
}
