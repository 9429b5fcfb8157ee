import type { Context, Next } from 'koa';
import type { Trace } from '../trace.ts';
import type { Operation } from './operation.ts';

/** A request as the root of its trace; what follows from it comes under it. What a client says of a trace is not taken on. */
export function traceRequest(trace: Trace) {
  return (ctx: Context, next: Next): Promise<void> =>
    trace.span(ctx.method, { kind: 'server', parent: null }, async (span) => {
      await next();
      const { operation, requestId } = ctx.state as { operation?: Operation; requestId: string };
      if (operation) span.rename(operation.id);
      span.add({
        'http.request.method': ctx.method,
        'http.response.status_code': ctx.status,
        'listings.request_id': requestId,
      });
      if (ctx.status >= 500) span.fail(String(ctx.status));
    });
}
