import { createHash } from 'node:crypto';

/** Longer ones are hashed: an index entry holds at most a third of a page. */
const MAX_PLAIN_LENGTH = 2_048;

/**
 * The form of a site's URL that uniqueness compares: host in lower case without `www.`, path without trailing slashes,
 * query; without the scheme.
 *
 * @param url a parsable http or https URL
 */
export function urlKey(url: string): string {
  const { host, pathname, search } = new URL(url);
  const key = host.replace(/^www\./, '') + pathname.replace(/\/+$/, '') + search;
  return key.length > MAX_PLAIN_LENGTH ? `sha256:${createHash('sha256').update(key).digest('hex')}` : key;
}
