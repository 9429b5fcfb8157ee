import { errorCode } from '../outbound/network-fault.ts';
import { explainAnswer } from './explain-answer.ts';
import { Unavailable } from './failures.ts';
import { readRate, type Rate } from './rate.ts';

/** Reads the public API with a key. */
export interface ApiClient {
  /**
   * The body of a 200.
   *
   * @param isAnswer tells the expected body from anything else
   * @throws Unavailable, CursorExpired or Refusal, as `explainAnswer` says; the signal's reason when aborted
   */
  get<Body>(path: string, query: Record<string, string>, isAnswer: (body: unknown) => body is Body): Promise<Body>;
  /** What the latest answer said of the hour's requests; until one does, the least that an account has. */
  rate(): Rate;
}

const TIMEOUT_MS = 30_000;
const LEAST_RATE: Rate = { limit: 600, remaining: 600, resetsAtMs: 0 };

/**
 * @param baseUrl ends in `/v1`
 * @param signal ends every call
 */
export function createApiClient(baseUrl: string, apiKey: string, signal: AbortSignal): ApiClient {
  let rate = LEAST_RATE;

  const ask = async (url: string) => {
    try {
      const response = await fetch(url, {
        headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' },
        // The key goes to the address that was given and to no other.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      return { response, text: await response.text() };
    } catch (error) {
      signal.throwIfAborted();
      throw new Unavailable(`The API at ${baseUrl} cannot be reached (${describe(error)}).`, {
        answered: false,
        retryAfterMs: null,
      });
    }
  };

  return {
    rate: () => rate,
    async get(path, query, isAnswer) {
      const { response, text } = await ask(`${baseUrl}${path}?${new URLSearchParams(query).toString()}`);
      rate = readRate(response.headers, performance.now()) ?? rate;
      const body = parse(text);
      if (response.status === 200 && isAnswer(body)) return body;
      throw explainAnswer(baseUrl, path, response, body);
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1_000} s`;
  const cause = error instanceof Error ? error.cause : undefined;
  return errorCode(cause) || 'the connection failed';
}
