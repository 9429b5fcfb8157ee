import Koa, { type Context, type Next } from 'koa';
import { newId } from '../db/new-id.ts';
import { isUnavailable } from '../db/is-unavailable.ts';
import { ServiceError, type ErrorCode } from '../errors.ts';
import { StorageUnavailable } from '../outbound/storage/storage.ts';
import { authenticate, type Caller } from '../services/accounts/authenticate.ts';
import type { AppDeps } from './app-deps.ts';
import { serveAssets } from './assets.ts';
import { serveFeeds } from './badge/feeds.ts';
import { presentError } from './error-body.ts';
import { loggedPath } from './logged-path.ts';
import { discardBody } from './discard-body.ts';
import { serveDocs } from './docs/serve-docs.ts';
import { FileAnswer, sendFile } from './file-answer.ts';
import { buildOpenApi } from './openapi.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { sendPage, type Page } from './pages/send-page.ts';
import { serveSharePages } from './pages/share/serve-share-pages.ts';
import { parseQuery } from './read-query.ts';
import { createRetiredPaths, RETIRED_PATHS, type RetiredPath } from './retired-paths.ts';
import { createRouter, MethodNotAllowed } from './router.ts';
import { refuseUnknown, runOperation } from './run-operation.ts';
import { FOR_OTHER_SITES, setSecurityHeaders } from './security-headers.ts';
import { traceRequest } from './trace-request.ts';

const API_PREFIX = '/v1';
const UNAVAILABLE_RETRY_SECONDS = 5;

/** The HTTP application: the API under `/v1`; beside it assets, feeds, share pages and the documentation. */
export function createApp(deps: AppDeps, retired = RETIRED_PATHS): Koa {
  const app = new Koa();
  app.use(identifyRequest);
  app.use(setSecurityHeaders(deps.baseUrl));
  if (deps.trace.isOn) app.use(traceRequest(deps.trace));
  app.use(logRequest(deps));
  app.use(answerErrors(deps));
  app.use(serveAssets(deps.storage, deps.db));
  app.use(serveFeeds(deps));
  app.use(serveSharePages(deps));
  app.use(serveDocs(operations, deps));
  app.use(serveOpenApi(deps));
  app.use(refuseRetired(retired));
  app.use(serveOperations(deps));
  app.silent = true;
  return app;
}

/** What is known of a request so far. */
interface RequestState {
  requestId: string;
  operation?: Operation;
  caller?: Caller;
  /** How the request was refused. */
  errorCode?: ErrorCode;
  /** What is answered in place of JSON when the service fails, where people look and no programs. */
  failurePage?: Page;
}

async function identifyRequest(ctx: Context, next: Next): Promise<void> {
  const requestId = newId('request', new Date());
  ctx.state.requestId = requestId;
  ctx.set('X-Request-Id', requestId);
  await next();
}

/** One line a request: what was asked, by whom, and how it was answered. No key, query or body. It is counted too. */
function logRequest({ log: parent, observe }: AppDeps) {
  // None of these fields can be a secret, and looking for one would take 6 per cent of a read.
  const log = parent.child({}, { redact: [] });
  return async (ctx: Context, next: Next): Promise<void> => {
    const startedAt = performance.now();
    await next();
    const { requestId, operation, caller, errorCode = null } = ctx.state as RequestState;
    const durationMs = performance.now() - startedAt;
    observe.request({ operation: operation?.id ?? 'none', status: ctx.status, errorCode, durationMs });
    log.info(
      {
        requestId,
        operation: operation?.id,
        method: ctx.method,
        path: loggedPath(ctx.path),
        status: ctx.status,
        durationMs: Math.round(durationMs),
        account: caller?.scope.account_id,
        livemode: caller?.scope.livemode,
      },
      'request',
    );
  };
}

/** The one place where a failure becomes an answer. Its cause is logged, never shown. */
function answerErrors(deps: AppDeps) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const known = toServiceError(error);
      const requestId = ctx.state.requestId as string;
      ctx.state.errorCode = known.code;
      if (known.status >= 500) {
        deps.log.error({ err: error, requestId, method: ctx.method, path: loggedPath(ctx.path) }, 'a request failed');
      }
      if (known.details.retryAfterSeconds !== undefined)
        ctx.set('Retry-After', String(known.details.retryAfterSeconds));
      ctx.set('Cache-Control', 'no-store');
      if (known instanceof MethodNotAllowed) ctx.set('Allow', known.allow.join(', '));
      await discardBody(ctx.req);
      if (!ctx.req.complete) ctx.set('Connection', 'close');
      const { failurePage } = ctx.state as RequestState;
      if (failurePage && known.status >= 500) {
        sendPage(ctx, known.status, failurePage);
        return;
      }
      ctx.status = known.status;
      ctx.body = presentError(known, deps.docsUrl, requestId);
    }
  };
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof StorageUnavailable || isUnavailable(error)) {
    return new ServiceError('unavailable', 'The service is out for a moment; try again.', {
      retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS,
    });
  }
  return new ServiceError('internal_error', 'The service failed; try again, and later if it goes on.');
}

function serveOpenApi(deps: AppDeps) {
  const document = JSON.stringify(buildOpenApi(operations, deps));
  return async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.path !== `${API_PREFIX}/openapi.json`) {
      await next();
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new MethodNotAllowed(['GET', 'HEAD']);
    refuseUnknown(Object.keys(parseQuery(ctx.querystring).values));
    ctx.set(FOR_OTHER_SITES);
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.type = 'application/json';
    ctx.body = document;
  };
}

function refuseRetired(retired: readonly RetiredPath[]) {
  const refuse = createRetiredPaths(retired);
  return async (ctx: Context, next: Next): Promise<void> => {
    refuse(ctx.path);
    await next();
  };
}

function serveOperations(deps: AppDeps) {
  const route = createRouter(operations);
  return async (ctx: Context): Promise<void> => {
    if (!ctx.path.startsWith(`${API_PREFIX}/`)) {
      throw new ServiceError('route_not_found', 'There is no operation at this path.');
    }
    const { operation, pathIds } = route(ctx.method, ctx.path.slice(API_PREFIX.length));
    ctx.state.operation = operation;
    const caller = await identifyCaller(deps, ctx);
    const { body, replayed } = await runOperation(deps, caller, {
      operation,
      pathIds,
      path: ctx.path,
      queryText: ctx.querystring,
      incoming: ctx.req,
      requestId: ctx.state.requestId as string,
    });
    if (replayed) ctx.set('Idempotent-Replayed', 'true');
    if (body instanceof FileAnswer) sendFile(ctx, body);
    else ctx.body = body;
    ctx.status = operation.success.status;
    ctx.set('Cache-Control', 'no-store');
  };
}

/** Reads the key, counts the request and sets the rate headers, which the error answers of this request carry too. */
async function identifyCaller(deps: AppDeps, ctx: Context): Promise<Caller> {
  const [, apiKey] = /^Bearer +(\S+) *$/i.exec(ctx.get('Authorization')) ?? [];
  if (!apiKey) {
    ctx.set('WWW-Authenticate', 'Bearer');
    throw new ServiceError('api_key_missing', 'Send an API key as `Authorization: Bearer <key>`.');
  }
  const caller = await authenticate(deps.db, deps.clock, apiKey);
  ctx.state.caller = caller;
  const resetSeconds = Math.max(1, Math.ceil((caller.rate.resetsAt.getTime() - deps.clock.now().getTime()) / 1_000));
  ctx.set({
    'RateLimit-Limit': String(caller.rate.limit),
    'RateLimit-Remaining': String(caller.rate.remaining),
    'RateLimit-Reset': String(resetSeconds),
  });
  if (caller.overLimit) {
    throw new ServiceError('rate_limited', `The hour's ${caller.rate.limit} requests are used up; wait for the next.`, {
      retryAfterSeconds: resetSeconds,
    });
  }
  return caller;
}
