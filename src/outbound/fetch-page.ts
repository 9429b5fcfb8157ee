import { readPage, type FetchedPage } from '../domain/site/read-page.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import { OutboundError } from './outbound-error.ts';

/** A `<meta>` that sends browsers on stands at the beginning. */
const HEAD_BYTES = 128 * 1024;

export interface PageOptions {
  /** A longer page is cut off there. */
  maxBytes: number;
  /** What a request may take when it begins. */
  timeoutMs: () => number;
  /** Has caches on the way ask the server itself. */
  fresh?: boolean;
}

/**
 * Fetches the page of an address, or the one that it sends browsers on to at once by a `<meta>`, through the guarded door.
 *
 * @returns null when it cannot be read
 */
export async function fetchPage(fetch: GuardedFetch, url: string, options: PageOptions): Promise<FetchedPage | null> {
  const page = await fetchDocument(fetch, url, options);
  const head = page && readPage({ ...page, bytes: page.bytes.subarray(0, HEAD_BYTES) });
  const refreshed = head?.refreshUrl ? await fetchDocument(fetch, head.refreshUrl, options) : null;
  return refreshed ?? page;
}

async function fetchDocument(
  fetch: GuardedFetch,
  url: string,
  { maxBytes, timeoutMs, fresh = false }: PageOptions,
): Promise<FetchedPage | null> {
  const answer = await unlessUnreachable(
    fetch.get(url, {
      maxBytes,
      overflow: 'truncate',
      timeoutMs: timeoutMs(),
      accept: 'text/html, application/xhtml+xml',
      fresh,
    }),
  );
  if (answer?.status !== 200) return null;
  const contentType = [answer.headers['content-type']].flat()[0] ?? null;
  return { bytes: answer.body, contentType, url: answer.url };
}

/** The answer, or null where there is none for a reason that lies outside. */
export async function unlessUnreachable<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
}
