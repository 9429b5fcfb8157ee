import type { Context, Next } from 'koa';

/** A year, as browsers' lists ask for. Subdomains are not ours to speak for. */
const HTTPS_ONLY = 'max-age=31536000';

/**
 * What an answer carries unless its route says otherwise: read as it is labelled, framed and embedded by nobody, and
 * telling no one where a reader came from.
 */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const;

/** The headers above, and that of a service which is only reached over https. @param baseUrl by which clients reach it */
export function securityHeadersOf(baseUrl: string): Record<string, string> {
  return baseUrl.startsWith('https:')
    ? { ...SECURITY_HEADERS, 'Strict-Transport-Security': HTTPS_ONLY }
    : { ...SECURITY_HEADERS };
}

/** Sets them before anything else is done, so that errors have them too. */
export function setSecurityHeaders(baseUrl: string) {
  const headers = securityHeadersOf(baseUrl);
  return async (ctx: Context, next: Next): Promise<void> => {
    ctx.set(headers);
    await next();
  };
}

/** For what other sites may show: images, feeds and the OpenAPI document. */
export const FOR_OTHER_SITES = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;
