import { deriveFields, type DerivedFields } from '../domain/site/derive-fields.ts';
import { imageCandidates } from '../domain/site/image-candidates.ts';
import { readManifest } from '../domain/site/read-manifest.ts';
import { readPage } from '../domain/site/read-page.ts';
import type { SiteManifest } from '../domain/site/site-page.ts';
import type { ImageCandidate } from '../db/entities/project.ts';
import { measureImage } from '../images/process-image.ts';
import { fetchImage, IMAGE_TIMEOUT_MS } from './fetch-image.ts';
import { fetchPage, unlessUnreachable } from './fetch-page.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

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
  const document = await fetchPage(fetch, url, { maxBytes: MAX_PAGE_BYTES, timeoutMs: () => budget(PAGE_TIMEOUT_MS) });
  if (!document) return null;
  const page = readPage(document);
  const manifest = page.manifestUrl ? await fetchManifest(fetch, budget, page.manifestUrl) : null;
  const candidates = await Promise.all(
    imageCandidates(page, manifest).map((candidate) => measure(fetch, budget, candidate)),
  );
  return {
    ...deriveFields(page, manifest),
    imageCandidates: candidates.filter((candidate) => candidate !== null),
  };
}

async function fetchManifest(fetch: GuardedFetch, budget: Budget, url: string): Promise<SiteManifest | null> {
  const answer = await unlessUnreachable(
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
