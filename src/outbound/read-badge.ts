import { setImmediate } from 'node:timers/promises';
import type { BadgeFinding } from '../domain/badge/badge-watch.ts';
import { findMarker } from '../domain/badge/find-marker.ts';
import { decodeHtml } from '../domain/site/charset.ts';
import { fetchPage } from './fetch-page.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

/** Twice what autofill reads, because badges stand at the end of a page. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
const TOTAL_MS = 20_000;

/** Looks for a project's badge in the page of its site as the server sends it now, within 20 seconds. */
export async function readBadge(fetch: GuardedFetch, url: string, projectId: string): Promise<BadgeFinding> {
  const endsAt = performance.now() + TOTAL_MS;
  const page = await fetchPage(fetch, url, {
    maxBytes: MAX_PAGE_BYTES,
    timeoutMs: () => endsAt - performance.now(),
    fresh: true,
  });
  if (!page) return 'unreadable';
  return (await hasMarker(decodeHtml(page.bytes, page.contentType), projectId)) ? 'installed' : 'missing';
}

/** A hostile page can take a second to look through; other requests go on meanwhile. */
async function hasMarker(html: string, projectId: string): Promise<boolean> {
  const search = findMarker(html, projectId);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
    await setImmediate();
  }
}
