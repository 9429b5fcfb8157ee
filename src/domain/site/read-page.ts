import { decodeHtml } from './charset.ts';
import { largestDeclaredSizePx } from './declared-size.ts';
import { readJsonLd } from './json-ld.ts';
import type { LinkElement, PageElements } from './page-elements.ts';
import { collectPageElements } from './page-elements.ts';
import type { SiteIcon, SitePage, SocialCard } from './site-page.ts';
import { resolveWebUrl, resolveWebUrls } from './web-url.ts';

const MAX_PAGE_BYTES = 4 * 1024 * 1024;
const MAX_REFRESH_SECONDS = 5;

/** A fetched document: its bytes, the `Content-Type` header it came with, and the URL after redirects. */
export interface FetchedPage {
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
  readonly url: string;
}

/** Reads what an HTML document says about its site. Reads the first 4 MiB of any bytes; never throws. */
export function readPage({ bytes, contentType, url }: FetchedPage): SitePage {
  const elements = collectPageElements(decodeHtml(bytes.subarray(0, MAX_PAGE_BYTES), contentType));
  const baseUrl = resolveWebUrl(elements.baseHref, url) ?? url;
  return {
    url,
    title: elements.title,
    description: metaContent(elements, 'description'),
    heading: elements.heading,
    siteName: metaContent(elements, 'og:site_name'),
    applicationName: metaContent(elements, 'application-name', 'apple-mobile-web-app-title'),
    openGraph: socialCard(elements, 'og:', baseUrl),
    twitterCard: socialCard(elements, 'twitter:', baseUrl),
    entities: readJsonLd(elements.jsonLd, baseUrl),
    icons: elements.links.map((link) => iconOf(link, baseUrl)).filter((icon) => icon !== null),
    manifestUrl: manifestUrlOf(elements, baseUrl),
    refreshUrl: refreshUrlOf(elements.refresh, url, baseUrl),
  };
}

function metaContents(elements: PageElements, ...keys: string[]): string[] {
  return keys.flatMap((key) => elements.metas.filter((meta) => meta.key === key).map((meta) => meta.content));
}

function metaContent(elements: PageElements, ...keys: string[]): string | null {
  return metaContents(elements, ...keys).find((content) => content.trim() !== '') ?? null;
}

function socialCard(elements: PageElements, prefix: 'og:' | 'twitter:', baseUrl: string): SocialCard {
  const imageKeys = ['image:secure_url', 'image', 'image:url', 'image:src'].map((key) => prefix + key);
  return {
    title: metaContent(elements, `${prefix}title`),
    description: metaContent(elements, `${prefix}description`),
    imageUrls: resolveWebUrls(metaContents(elements, ...imageKeys), baseUrl),
  };
}

function iconOf({ rels, href, sizes }: LinkElement, baseUrl: string): SiteIcon | null {
  const url = resolveWebUrl(href, baseUrl);
  if (url === null || rels.includes('manifest')) return null;
  return { url, sizePx: largestDeclaredSizePx(sizes), kind: rels.includes('icon') ? 'icon' : 'apple-touch-icon' };
}

function manifestUrlOf(elements: PageElements, baseUrl: string): string | null {
  const manifest = elements.links.find((link) => link.rels.includes('manifest'));
  return resolveWebUrl(manifest?.href, baseUrl);
}

function refreshUrlOf(refresh: string | null, pageUrl: string, baseUrl: string): string | null {
  const [, seconds, reference] = /^\s*([\d.]+)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(refresh ?? '') ?? [];
  if (seconds === undefined || Number(seconds) > MAX_REFRESH_SECONDS) return null;
  const target = resolveWebUrl(reference, baseUrl);
  return target === resolveWebUrl(pageUrl, pageUrl) ? null : target;
}
