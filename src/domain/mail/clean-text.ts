/** Text of strangers, made fit to be stored and shown. */

const BREAKS = /\r\n?|[\u2028\u2029\u0085]/g;
/** Controls but line feed and tab, and the marks that turn the direction of what follows. */
const HIDDEN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const ALL_CONTROLS = /[\s\p{Cc}]+/gu;

/** Well-formed text whose only controls are line feeds and tabs, of at most so many characters (code units). */
export function cleanText(text: string, maxLength: number): string {
  // Cut first, so that the work is bounded; half a pair at the cut is no character.
  const cut = text.slice(0, maxLength).replace(BREAKS, '\n').replace(HIDDEN, '').toWellFormed();
  return cut
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The same on one line: what a header says may hold line breaks once it is decoded. */
export function cleanLine(text: string, maxLength: number): string {
  return cleanText(text, maxLength).replace(ALL_CONTROLS, ' ').trim();
}
