import { getDomain } from 'tldts';
import { checkLiveSiteUrl } from '../public-url.ts';

/**
 * The domain that a provider is asked about for a site, in punycode, or null where none can know it: an address, a host of
 * a single label, a reserved name. A host of a platform, such as `acme.github.io`, is a domain of its own.
 */
export function ratedDomain(url: string): string | null {
  const check = checkLiveSiteUrl(url);
  if (!check.ok) return null;
  const { hostname } = check.url;
  return getDomain(hostname, { allowPrivateDomains: true }) ?? getDomain(hostname);
}
