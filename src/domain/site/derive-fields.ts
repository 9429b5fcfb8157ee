import { isBoilerplate } from './boilerplate.ts';
import { deriveName } from './derive-name.ts';
import type { SiteManifest, SitePage } from './site-page.ts';
import { cleanMarkup, firstSentence, fold, lengthOf, shorten, wordCount } from './text.ts';
import { titleSegments } from './title-segments.ts';

const MAX_TAGLINE_LENGTH = 100;
const MAX_SHORT_DESCRIPTION_LENGTH = 500;
const MIN_WORDS = 2;

/** The project fields that a site can fill in. Null where the site says nothing usable. */
export interface DerivedFields {
  readonly name: string | null;
  readonly tagline: string | null;
  readonly shortDescription: string | null;
}

/**
 * Derives project fields from a site's home page and web app manifest: `name` of 2 to 100 code points, `tagline` of at
 * most 100, `shortDescription` of at most 500. Every text is cleaned and on one line.
 */
export function deriveFields(page: SitePage, manifest: SiteManifest | null): DerivedFields {
  const name = deriveName(page, manifest);
  const description = deriveDescription(page, manifest, name);
  return {
    name,
    tagline: deriveTagline(page, name, description),
    shortDescription: description === null ? null : shorten(description, MAX_SHORT_DESCRIPTION_LENGTH),
  };
}

function deriveTagline(page: SitePage, name: string | null, description: string | null): string | null {
  const isTagline = (text: string): boolean => wordCount(text) >= MIN_WORDS && !isJustName(text, name);
  const phrase =
    cleaned(page.entities.map((entity) => entity.slogan)).find(isTagline) ??
    longest(titleSegments(page.title).filter(isTagline)) ??
    longest(titleSegments(page.openGraph.title).filter(isTagline)) ??
    longest(titleSegments(page.twitterCard.title).filter(isTagline)) ??
    cleaned([page.heading]).find((text) => isTagline(text) && lengthOf(text) <= MAX_TAGLINE_LENGTH) ??
    [firstSentence(description ?? '')].find((text) => isTagline(text) && lengthOf(text) <= MAX_TAGLINE_LENGTH);
  return phrase === undefined ? null : shorten(phrase, MAX_TAGLINE_LENGTH);
}

function deriveDescription(page: SitePage, manifest: SiteManifest | null, name: string | null): string | null {
  const sources = [
    page.description,
    page.openGraph.description,
    page.twitterCard.description,
    ...page.entities.map((entity) => entity.description),
    manifest?.description ?? null,
  ];
  return cleaned(sources).find((text) => wordCount(text) >= MIN_WORDS && !isJustName(text, name)) ?? null;
}

function cleaned(sources: readonly (string | null)[]): string[] {
  return sources
    .map(cleanMarkup)
    .filter((text) => text !== null)
    .filter((text) => !isBoilerplate(text));
}

/** Such as `Acme Inc` where the name is `Acme`. */
function isJustName(text: string, name: string | null): boolean {
  return name !== null && fold(text).startsWith(fold(name)) && wordCount(text) <= wordCount(name) + 1;
}

function longest(texts: readonly string[]): string | undefined {
  return texts.reduce<string | undefined>(
    (best, text) => (best === undefined || lengthOf(text) > lengthOf(best) ? text : best),
    undefined,
  );
}
