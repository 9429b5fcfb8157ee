import createFetchClient, { type Client as FetchClient, type Middleware } from 'openapi-fetch';
import { KEYED_PATHS } from './keyed-paths.ts';
import { createRetryingFetch } from './retrying-fetch.ts';
import type { paths } from './schema.ts';

/** A call for each method: `client.GET('/projects/{project_id}', { params: { path: { project_id } } })`. */
export type Client = FetchClient<paths>;

export interface ClientOptions {
  /** The address of the API, ending in `/v1`. */
  baseUrl: string;
  /** Its prefix, `svc_live_` or `svc_test_`, decides the mode. */
  apiKey: string;
  /** How often a request is sent again at most; 3 unless set, 0 for never. */
  maxRetries?: number;
  /** The longest wait before a repeat; an answer that asks for a longer one is given to the caller. 60,000 unless set. */
  maxWaitMs?: number;
  /** In place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client of the API. Creates get an `Idempotency-Key` unless they have one, so that they can be sent again after a lost
 * answer and still happen once.
 */
export function createClient({
  baseUrl,
  apiKey,
  maxRetries = 3,
  maxWaitMs = 60_000,
  ...options
}: ClientOptions): Client {
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const client = createFetchClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { Authorization: `Bearer ${apiKey}` },
    // The key goes to the address that was given and to no other.
    redirect: 'error',
    fetch: createRetryingFetch(send, { maxRetries, maxWaitMs }),
    bodySerializer: serializeBody,
  });
  client.use(idempotencyKeys);
  return client;
}

const HEADER = 'Idempotency-Key';

const idempotencyKeys: Middleware = {
  onRequest({ request, schemaPath }) {
    if (request.method === 'POST' && KEYED_PATHS.has(schemaPath) && !request.headers.has(HEADER)) {
      request.headers.set(HEADER, crypto.randomUUID());
    }
    return undefined;
  },
};

/** Bodies are JSON; one with a `file` is a form. */
function serializeBody(body: unknown): string | FormData {
  if (body instanceof FormData) return body;
  const { file } = (body ?? {}) as { file?: unknown };
  if (!(file instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  form.set('file', file);
  return form;
}
