import { deriveFields, type DerivedFields } from '../domain/site/derive-fields.ts';
import { imageCandidates } from '../domain/site/image-candidates.ts';
import { readManifest } from '../domain/site/read-manifest.ts';
import { readPage } from '../domain/site/read-page.ts';
import type { SiteManifest, SitePage } from '../domain/site/site-page.ts';
import type { ImageCandidate } from '../db/entities/project.ts';
import { measureImage } from '../images/process-image.ts';
import { fetchImage, IMAGE_TIMEOUT_MS } from './fetch-image.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import { OutboundError } from './outbound-error.ts';

const MAX_PAGE_BYTES = 2 * 1024 * 1024;
const MAX_MANIFEST_BYTES = 256 * 1024;
const PAGE_TIMEOUT_MS = 20_000;
const MANIFEST_TIMEOUT_MS = 5_000;

/** For everything together. What takes longer is left out of the reading. */
const TOTAL_MS = 40_000;

export interface SiteReading extends DerivedFields {
  imageCandidates: ImageCandidate[];
}

/** The most that a part of the reading may take now, in milliseconds; not above 0 when there is no time left. */
type Budget = (mostMs: number) => number;

/**
 * Reads a product's site within 40 seconds: its page, manifest and images, through the guarded door.
 *
 * @returns null when the page cannot be read
 */
export async function readSite(fetch: GuardedFetch, url: string): Promise<SiteReading | null> {
  const endsAt = performance.now() + TOTAL_MS;
  const budget: Budget = (mostMs) => Math.min(mostMs, endsAt - performance.now());
  const page = await fetchPage(fetch, budget, url);
  if (!page) return null;
  const manifest = page.manifestUrl ? await fetchManifest(fetch, budget, page.manifestUrl) : null;
  const candidates = await Promise.all(
    imageCandidates(page, manifest).map((candidate) => measure(fetch, budget, candidate)),
  );
  return {
    ...deriveFields(page, manifest),
    imageCandidates: candidates.filter((candidate) => candidate !== null),
  };
}

/** The page of an address, or the one that it sends browsers on to at once. */
async function fetchPage(
  fetch: GuardedFetch,
  budget: Budget,
  url: string,
  followsRefresh = true,
): Promise<SitePage | null> {
  const answer = await attempt(() =>
    fetch.get(url, {
      maxBytes: MAX_PAGE_BYTES,
      overflow: 'truncate',
      timeoutMs: budget(PAGE_TIMEOUT_MS),
      accept: 'text/html, application/xhtml+xml',
    }),
  );
  if (!answer || answer.status !== 200) return null;
  const contentType = [answer.headers['content-type']].flat()[0] ?? null;
  const page = readPage({ bytes: answer.body, contentType, url: answer.url });
  const refreshed = followsRefresh && page.refreshUrl ? await fetchPage(fetch, budget, page.refreshUrl, false) : null;
  return refreshed ?? page;
}

async function fetchManifest(fetch: GuardedFetch, budget: Budget, url: string): Promise<SiteManifest | null> {
  const answer = await attempt(() =>
    fetch.get(url, {
      maxBytes: MAX_MANIFEST_BYTES,
      overflow: 'refuse',
      timeoutMs: budget(MANIFEST_TIMEOUT_MS),
      accept: 'application/manifest+json, application/json',
    }),
  );
  return answer?.status === 200 ? readManifest({ bytes: answer.body, url: answer.url }) : null;
}

/** The candidate with its real size, or null when its bytes are no image of the accepted formats. */
async function measure(
  fetch: GuardedFetch,
  budget: Budget,
  candidate: { url: string; suggestedAs: 'logo' | 'screenshot' },
): Promise<ImageCandidate | null> {
  const bytes = await fetchImage(fetch, candidate.url, budget(IMAGE_TIMEOUT_MS));
  const size = Buffer.isBuffer(bytes) ? await measureImage(bytes).catch(() => null) : null;
  return size && { url: candidate.url, suggested_as: candidate.suggestedAs, width: size.width, height: size.height };
}

async function attempt<T>(get: () => Promise<T>): Promise<T | null> {
  try {
    return await get();
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
}
