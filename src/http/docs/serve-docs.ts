import type { Context, Next } from 'koa';
import type { Operation } from '../operation.ts';
import type { OpenApiAddresses } from '../openapi.ts';
import { sendPage } from '../pages/send-page.ts';
import { MethodNotAllowed } from '../router.ts';
import { renderErrorsPage } from './errors-page.ts';
import { writeLlmsText } from './llms-text.ts';
import { writePostmanCollection } from './postman-collection.ts';
import { readReferenceBundle } from './reference-bundle.ts';
import { REFERENCE_POLICY, renderReferencePage } from './reference-page.ts';

const FIVE_MINUTES = 'public, max-age=300';
const IMMUTABLE = 'public, max-age=31536000, immutable';

type Serve = (ctx: Context) => void | Promise<void>;

/** Serves the documentation beside the API (`/docs`, `/docs/errors`, `/llms.txt`). It loads nothing from other hosts. */
export function serveDocs(operations: readonly Operation[], addresses: OpenApiAddresses) {
  const bundle = readReferenceBundle();
  const reference = renderReferencePage(bundle.name).text;
  const errors = renderErrorsPage(addresses.docsUrl);
  const collection = JSON.stringify(writePostmanCollection(operations, addresses));
  const llms = writeLlmsText(operations, addresses);
  const pages: Record<string, Serve> = {
    '/docs': (ctx) => {
      ctx.set({ 'Content-Security-Policy': REFERENCE_POLICY, 'Cache-Control': FIVE_MINUTES });
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = reference;
    },
    '/docs/': (ctx) => {
      ctx.status = 308;
      ctx.redirect('../docs');
    },
    '/docs/errors': (ctx) => {
      sendPage(ctx, 200, errors);
      ctx.set('Cache-Control', FIVE_MINUTES);
    },
    '/docs/postman.json': (ctx) => sendText(ctx, 'application/json', collection),
    '/llms.txt': (ctx) => sendText(ctx, 'text/plain; charset=utf-8', llms),
    [`/docs/${bundle.name}`]: async (ctx) => {
      ctx.set({ 'Cache-Control': IMMUTABLE, Vary: 'Accept-Encoding' });
      ctx.type = 'text/javascript; charset=utf-8';
      const zipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
      if (zipped) ctx.set('Content-Encoding', 'gzip');
      ctx.body = zipped ? await bundle.gzipped() : bundle.bytes;
    },
  };
  return async (ctx: Context, next: Next): Promise<void> => {
    const serve = pages[ctx.path];
    if (!serve) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new MethodNotAllowed(['GET', 'HEAD']);
    ctx.set({
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
    await serve(ctx);
  };
}

function sendText(ctx: Context, type: string, text: string): void {
  ctx.set({ 'Cache-Control': FIVE_MINUTES, 'Access-Control-Allow-Origin': '*' });
  ctx.type = type;
  ctx.body = text;
}
