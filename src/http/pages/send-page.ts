import type { Context } from 'koa';
import type { Html } from './html.ts';
import type { Style } from './style.ts';

/** A whole document, and the styles in it. */
export interface Page {
  document: Html;
  styles: readonly Style[];
}

/** Answers with a page that no script, frame, cache or search engine has a part in. */
export function sendPage(ctx: Context, status: number, { document, styles }: Page): void {
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = document.text;
  ctx.set('Content-Security-Policy', policyOf(styles));
}

/** What every answer at an address that only those may know who were given it carries, files too. */
export function keepPrivate(ctx: Context): void {
  ctx.set({
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex, nofollow, noarchive',
  });
}

function policyOf(styles: readonly Style[]): string {
  return [
    "default-src 'none'",
    `style-src ${styles.map(({ source }) => source).join(' ')}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
