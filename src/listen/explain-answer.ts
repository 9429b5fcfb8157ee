import { retryAfterMs } from '../outbound/retry-after.ts';
import { CursorExpired, Refusal, Unavailable } from './failures.ts';
import { plainText } from './plain-text.ts';

/**
 * What an answer of the API means that is not the expected one: Unavailable for 429 and 5xx and for what does not come
 * from the API, CursorExpired, else a Refusal with what the API says.
 *
 * @param body the parsed body, undefined where it is not JSON
 */
export function explainAnswer(baseUrl: string, path: string, { status, headers }: Response, body: unknown): Error {
  const { code, message } = errorOf(body);
  const said = message ? `: ${message}` : '.';
  if (status === 429) return unavailable(`The account has no requests left in this hour${said}`, headers);
  if (status >= 500) return unavailable(`The API is out, with status ${status}${said}`, headers);
  if (code === '') {
    const message = `What answers at ${baseUrl} with status ${status} is not the API.`;
    return new Unavailable(message, { answered: false, retryAfterMs: null });
  }
  if (code === 'cursor_expired') return new CursorExpired(message);
  if (status === 401) return new Refusal(`The API key is refused (${code})${said}`);
  if (code === 'route_not_found') return new Refusal(`There is no API at ${baseUrl}; its base URL ends in /v1.`);
  return new Refusal(`The API refuses GET ${path} with ${status} ${code}${said}`);
}

function unavailable(message: string, headers: Headers): Unavailable {
  return new Unavailable(message, { answered: true, retryAfterMs: retryAfterMs(Object.fromEntries(headers)) });
}

/** The error body of specification 2.14, or empty texts. */
function errorOf(body: unknown): { code: string; message: string } {
  const { error } = (body ?? {}) as { error?: { code?: unknown; message?: unknown } | null };
  const text = (value: unknown) => (typeof value === 'string' ? plainText(value) : '');
  return { code: text(error?.code), message: text(error?.message) };
}
