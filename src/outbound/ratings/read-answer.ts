import type { FetchedResource } from '../guarded-fetch.ts';
import { OutboundError } from '../outbound-error.ts';
import { RatingFault, RatingRefused, RatingSlowDown } from './rating-provider.ts';
import { retryAfterMs } from '../retry-after.ts';

/** How providers are asked. */
export const ASKING = {
  maxBytes: 1_048_576,
  overflow: 'refuse',
  timeoutMs: 20_000,
  accept: 'application/json',
} as const;

const REFUSALS = [401, 402, 403];
const SLOW_DOWNS = [429, 503];

/** @throws RatingFault when there is no answer */
export function receive(exchange: Promise<FetchedResource>): Promise<FetchedResource> {
  return exchange.catch((error: unknown) => {
    if (error instanceof OutboundError) throw new RatingFault(error.kind, { cause: error });
    throw error;
  });
}

/**
 * The object in a provider's answer. No message quotes the answer, which may repeat the key.
 *
 * @throws RatingSlowDown, RatingRefused, RatingFault
 */
export function readAnswer({ status, headers, body }: FetchedResource): Record<string, unknown> {
  if (REFUSALS.includes(status)) throw new RatingRefused(`HTTP ${status}`);
  if (SLOW_DOWNS.includes(status)) throw new RatingSlowDown(`HTTP ${status}`, retryAfterMs(headers));
  if (status !== 200) throw new RatingFault(`HTTP ${status}`);
  return asObject(parse(body.toString('utf8')));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RatingFault('the answer is not JSON');
  }
}

/** The value as an object, whose members may be anything. */
export function asObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new RatingFault('the answer has another form than documented');
}

/** A figure of a provider, from 0 to its `most`, as a rating. */
export function asRating(value: unknown, most: number): number {
  if (typeof value === 'number' && value >= 0 && value <= most) return Math.round((value / most) * 100);
  throw new RatingFault('the answer holds no figure where there should be one');
}
