import { isBoilerplate, withoutBoilerplate } from './boilerplate.ts';
import { nameFromUrl } from './domain-name.ts';
import type { SiteManifest, SitePage } from './site-page.ts';
import { cleanText, fold, lengthOf, wordCount } from './text.ts';
import { titleSegments } from './title-segments.ts';

const MIN_NAME_LENGTH = 2;
const MAX_NAME_LENGTH = 100;
const MAX_TITLE_NAME_LENGTH = 40;
const MAX_TITLE_NAME_WORDS = 5;
const MIN_MATCH_LENGTH = 3;
const ORNAMENTS = /^(?:\p{Extended_Pictographic}|[\s\ufe0f\u200d])+|(?:\p{Extended_Pictographic}|[\s\ufe0f\u200d])+$/gu;

/**
 * Derives the product's name, 2 to 100 code points, from what the site declares and its title; the domain tells which
 * part of a title is the name. Null when nothing on the page looks like a name.
 */
export function deriveName(page: SitePage, manifest: SiteManifest | null): string | null {
  const titles = [page.title, page.openGraph.title, page.twitterCard.title].map(titleSegments);
  const segments = titles.find((parts) => parts.length > 0) ?? [];
  const declared = declaredNames(page, manifest);
  const domain = fold(nameFromUrl(page.url));
  const candidates = [
    declared.find((name) => isConfirmed(name, segments, domain)),
    nameLikeDomain(segments, domain),
    declared.find((name) => !isHostLike(name)),
    shortestEnd(segments),
    declared[0],
  ];
  return candidates.map((name) => withoutOrnaments(name ?? '')).find(isNameLength) ?? null;
}

function declaredNames(page: SitePage, manifest: SiteManifest | null): string[] {
  const sources = [
    page.siteName,
    ...page.entities.filter((entity) => entity.kind === 'application').map((entity) => entity.name),
    page.applicationName,
    ...page.entities.filter((entity) => entity.kind !== 'application').map((entity) => entity.name),
    manifest?.shortName ?? null,
    manifest?.name ?? null,
  ];
  return sources
    .map((source) => withoutBoilerplate(cleanText(source) ?? ''))
    .filter((name) => name !== null)
    .filter(isNameLength);
}

function isConfirmed(name: string, segments: readonly string[], domain: string): boolean {
  const folded = fold(name);
  return segments.some((segment) => fold(segment) === folded) || folded === domain;
}

/** Many sites declare their host as their name; it is the better one only where the title agrees. */
function isHostLike(name: string): boolean {
  return /^[^\s.]+(?:\.[^\s.]+)*\.\p{L}{2,}$/u.test(name);
}

function nameLikeDomain(segments: readonly string[], domain: string): string | undefined {
  return (
    segments.find((segment) => fold(segment) === domain) ??
    segments.find((segment) => isPartOf(domain, fold(segment))) ??
    segments.map((segment) => leadingName(segment, domain)).find((name) => name !== undefined)
  );
}

/** `getacme.com` and `acmehq.com` are the domains of Acme. */
function isPartOf(domain: string, folded: string): boolean {
  return folded.length >= MIN_MATCH_LENGTH && domain.includes(folded);
}

/** The first words of a sentence that spell the domain: `Acme Tools` in `Acme Tools is the best way to …`. */
function leadingName(segment: string, domain: string): string | undefined {
  const words = segment.split(' ').slice(0, MAX_TITLE_NAME_WORDS);
  const length = words.findIndex((_, index) => fold(words.slice(0, index + 1).join('')) === domain) + 1;
  if (length === 0) return undefined;
  return segment.split(' ').length === length + 1
    ? segment
    : words
        .slice(0, length)
        .join(' ')
        .replace(/[^\p{L}\p{N}\p{M}]+$/u, '');
}

/** Sites put their name first or last in a title, and it is shorter than what they say about themselves. */
function shortestEnd(segments: readonly string[]): string | undefined {
  const ends = [segments[0], segments.at(-1)].filter((segment) => segment !== undefined);
  const [shortest] = ends.sort((a, b) => lengthOf(a) - lengthOf(b));
  return shortest !== undefined && looksLikeName(shortest) ? shortest : undefined;
}

/** Takes emoji and trade mark signs off both ends. */
function withoutOrnaments(name: string): string {
  return name.replace(ORNAMENTS, '');
}

function looksLikeName(text: string): boolean {
  return lengthOf(text) <= MAX_TITLE_NAME_LENGTH && wordCount(text) <= MAX_TITLE_NAME_WORDS && !isBoilerplate(text);
}

function isNameLength(name: string): boolean {
  const length = lengthOf(name);
  return length >= MIN_NAME_LENGTH && length <= MAX_NAME_LENGTH;
}
