import { parse as parseDomain } from 'tldts';
import type { AddressPolicy } from './address-policy.ts';
import { addressLiteral } from './host-literals.ts';

/** What is wrong with a URL. */
export type UrlProblem =
  'too_long' | 'not_a_url' | 'scheme_not_allowed' | 'has_credentials' | 'host_is_address' | 'host_not_public';

/** The parsed URL, or the first thing that is wrong with it. */
export type UrlCheck = { ok: true; url: URL } | { ok: false; problem: UrlProblem };

/** The longest URL accepted, in characters (code points). */
export const MAX_URL_LENGTH = 2_048;

/** Kept from public use by RFC 6761, 6762, 7686, 8375, 9476 and ICANN; some of them are in the list of public suffixes. */
const RESERVED_SUFFIXES = new Set([
  'test',
  'example',
  'invalid',
  'localhost',
  'local',
  'internal',
  'onion',
  'arpa',
  'alt',
]);

/** What URL parsers disagree about: white space, control characters, and backslashes, which some read as slashes. */
const AMBIGUOUS = /[\s\p{Cc}\\]/u;

/**
 * Checks a webhook endpoint's URL without asking DNS: https, no user name or password, and a host under a public suffix or
 * let through by the policy as a listed name or a listed address.
 */
export function checkWebhookUrl(text: string, policy: AddressPolicy): UrlCheck {
  const check = checkUrl(text, ['https:']);
  if (!check.ok) return check;
  const { hostname } = check.url;
  const literal = addressLiteral(hostname);
  const isListed = literal === null ? policy.listsName(hostname) : policy.listsAddress(literal);
  return isListed ? check : requirePublicHost(check.url);
}

/** Checks a client's site in live mode, without asking DNS: http or https, no credentials, a host under a public suffix. */
export function checkLiveSiteUrl(text: string): UrlCheck {
  const check = checkSiteUrl(text);
  return check.ok ? requirePublicHost(check.url) : check;
}

/** Checks a client's site in test mode, and anything about to be fetched: http or https, no credentials, any host. */
export function checkSiteUrl(text: string): UrlCheck {
  return checkUrl(text, ['http:', 'https:']);
}

function checkUrl(text: string, schemes: readonly string[]): UrlCheck {
  if (Array.from(text).length > MAX_URL_LENGTH) return refuse('too_long');
  const url = AMBIGUOUS.test(text) ? null : URL.parse(text);
  if (url === null) return refuse('not_a_url');
  if (!schemes.includes(url.protocol)) return refuse('scheme_not_allowed');
  if (!/^[a-z]+:\/\/[^/]/i.test(text)) return refuse('not_a_url');
  if (url.username !== '' || url.password !== '') return refuse('has_credentials');
  return { ok: true, url };
}

function requirePublicHost(url: URL): UrlCheck {
  if (addressLiteral(url.hostname) !== null) return refuse('host_is_address');
  return hasPublicSuffix(url.hostname) ? { ok: true, url } : refuse('host_not_public');
}

/**
 * A trailing dot is refused: it would make a second spelling of the same host, and certificates do not carry it. A leading
 * one names nothing.
 */
function hasPublicSuffix(hostname: string): boolean {
  if (hostname.startsWith('.')) return false;
  const { isIcann, domain } = parseDomain(hostname);
  const topLevel = hostname.slice(hostname.lastIndexOf('.') + 1);
  return isIcann === true && domain !== null && topLevel !== '' && !RESERVED_SUFFIXES.has(topLevel);
}

function refuse(problem: UrlProblem): UrlCheck {
  return { ok: false, problem };
}
