const MAX_URL_LENGTH = 2048;

/** Resolves a reference against an absolute URL. Null for anything but an http or https URL of at most 2,048 characters. */
export function resolveWebUrl(reference: string | null | undefined, baseUrl: string): string | null {
  if (!reference?.trim()) return null;
  const url = URL.parse(reference, baseUrl);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return url.href.length <= MAX_URL_LENGTH ? url.href : null;
}

/** Resolves references in order, leaving out those that are not web URLs and those that repeat. */
export function resolveWebUrls(references: readonly (string | null)[], baseUrl: string): string[] {
  const urls = references.map((reference) => resolveWebUrl(reference, baseUrl));
  return [...new Set(urls.filter((url) => url !== null))];
}
