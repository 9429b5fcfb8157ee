import { withoutBoilerplate } from './boilerplate.ts';
import { cleanText } from './text.ts';

const SPACED = String.raw` [-–—−―|·•‧⋅●■★☆»«›‹→~*/\\<>:]+ `;
const UNSPACED = String.raw` *(?:[|｜│¦—：【】]|::) *|: | –|– `;
const BETWEEN_IDEOGRAPHS = String.raw`(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[-_–－](?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])`;
const SEPARATOR = new RegExp([SPACED, UNSPACED, BETWEEN_IDEOGRAPHS].join('|'), 'gu');

/**
 * Splits a title at its separators, leaving out boilerplate: `Acme – Invoices for teams | Home` has the segments `Acme`
 * and `Invoices for teams`. Empty for null.
 */
export function titleSegments(title: string | null): string[] {
  return (cleanText(title)?.split(SEPARATOR) ?? [])
    .map((segment) => withoutBoilerplate(segment.trim()))
    .filter((segment) => segment !== null);
}
