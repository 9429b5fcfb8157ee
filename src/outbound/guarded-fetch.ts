import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import { createGuardedConnector } from './guarded-connector.ts';
import type { ConnectorSettings } from './guarded-connector.ts';
import { networkFault, NetworkTimeoutError } from './network-fault.ts';
import { OutboundError } from './outbound-error.ts';
import { checkSiteUrl } from './public-url.ts';
import { ACCEPTED_ENCODINGS, readBody } from './read-body.ts';
import type { Overflow } from './read-body.ts';

export interface FetchSettings extends ConnectorSettings {
  userAgent: string;
}

export interface FetchOptions {
  /** The most to read of a body, counted after decompression; with 0 it is left alone, whatever it is. */
  maxBytes: number;
  /** What to do with a larger body. */
  overflow: Overflow;
  /** For everything together: redirects, DNS, connections, bodies. */
  timeoutMs: number;
  /** The Accept header. */
  accept: string;
  maxRedirects?: number;
  /** Has caches on the way ask the server itself. */
  fresh?: boolean;
  /** Sent beside the usual ones. They may hold credentials, so no redirect is followed with them. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

export interface FetchedResource {
  /** Any status but a followed redirect's; it is the caller's to judge. */
  status: number;
  /** Where the last redirect led. */
  url: string;
  headers: Dispatcher.ResponseData['headers'];
  body: Buffer;
  truncated: boolean;
}

export interface GuardedFetch {
  /**
   * Gets an http or https URL from a permitted address, following redirects, each of which is checked like the first URL.
   * Throws an OutboundError, or the signal's reason when aborted.
   */
  get(url: string, options: FetchOptions): Promise<FetchedResource>;
  /** Sends a body in the same way, but follows no redirect. */
  send(
    method: 'POST' | 'PUT',
    url: string,
    body: string,
    options: Omit<FetchOptions, 'maxRedirects'>,
  ): Promise<FetchedResource>;
  /** Waits for what is being fetched and closes all connections. */
  close(): Promise<void>;
}

const DEFAULT_MAX_REDIRECTS = 5;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Creates the reader of other people's servers. It keeps no cookies, and sends no credentials but those it is given. */
export function createGuardedFetch(settings: FetchSettings): GuardedFetch {
  const agent = new Agent({
    connect: createGuardedConnector(settings),
    allowH2: false,
    // The signal of the whole fetch covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let closing: Promise<void> | undefined;

  async function exchange(message: Message, url: string, options: FetchOptions): Promise<FetchedResource> {
    const deadline = new AbortController();
    const timer = setTimeout(() => {
      deadline.abort(new NetworkTimeoutError(`not fetched within ${options.timeoutMs} ms`));
    }, options.timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, deadline.signal]) : deadline.signal;
    try {
      return await unlessAborted(
        signal,
        follow({ agent, userAgent: settings.userAgent, signal, message }, url, options),
      );
    } catch (error) {
      options.signal?.throwIfAborted();
      throw asOutboundError(error);
    } finally {
      clearTimeout(timer);
      // Closes the connections of redirects whose bodies were left unread.
      deadline.abort();
    }
  }

  return {
    get: (url, options) => exchange({ method: 'GET', body: null }, url, options),
    send: (method, url, body, options) => exchange({ method, body }, url, { ...options, maxRedirects: 0 }),
    close: () => (closing ??= agent.close()),
  };
}

interface Message {
  method: 'GET' | 'POST' | 'PUT';
  body: string | null;
}

interface FetchContext {
  agent: Agent;
  userAgent: string;
  signal: AbortSignal;
  message: Message;
}

async function follow(context: FetchContext, firstUrl: string, options: FetchOptions): Promise<FetchedResource> {
  const maxRedirects = options.headers ? 0 : (options.maxRedirects ?? DEFAULT_MAX_REDIRECTS);
  let url = parseUrl(firstUrl);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await request(context, url, options);
    const location = redirectTarget(response);
    if (location === null) return receive(response, url, options);
    url = parseUrl(location, url);
  }
  throw new OutboundError('too_many_redirects', `more than ${maxRedirects} redirects`);
}

function request(context: FetchContext, url: URL, options: FetchOptions): Promise<Dispatcher.ResponseData> {
  return context.agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: context.message.method,
    headers: {
      ...options.headers,
      ...(options.fresh ? { 'cache-control': 'no-cache', pragma: 'no-cache' } : {}),
      accept: options.accept,
      'accept-encoding': ACCEPTED_ENCODINGS,
      'user-agent': context.userAgent,
    },
    body: context.message.body,
    signal: context.signal,
  });
}

async function receive(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  url: URL,
  { maxBytes, overflow }: FetchOptions,
): Promise<FetchedResource> {
  // Its connection is closed with those of the redirects.
  if (maxBytes === 0) return { status: statusCode, url: url.href, headers, body: Buffer.alloc(0), truncated: true };
  const encoding = String(headers['content-encoding'] ?? '');
  const read = await readBody(body, { encoding, maxBytes, overflow });
  return { status: statusCode, url: url.href, headers, ...read };
}

/** Servers put UTF-8 into the header, which arrives byte by byte. */
function redirectTarget({ statusCode, headers }: Dispatcher.ResponseData): string | null {
  const { location } = headers;
  if (!REDIRECT_STATUSES.has(statusCode) || location === undefined) return null;
  return Buffer.from(String(location), 'latin1').toString('utf8');
}

function parseUrl(text: string, base?: URL): URL {
  const check = checkSiteUrl(base === undefined ? text : (URL.parse(text, base.href)?.href ?? ''));
  if (!check.ok) throw new OutboundError('invalid_url', `cannot fetch the URL: ${check.problem}`);
  return check.url;
}

/** A request that still waits for its connection does not listen to its signal. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  if (signal.aborted) reject(signal.reason);
  return Promise.race([work, promise]);
}

function asOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new OutboundError(networkFault(error), message, { cause: error });
}
