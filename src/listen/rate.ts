import { HOUR_MS } from '../domain/time.ts';

/** What the account may still ask for in this hour, as an answer said it (specification 8). */
export interface Rate {
  limit: number;
  remaining: number;
  /** By the clock of `performance.now()`. */
  resetsAtMs: number;
}

const MARGIN_MS = 1_000;
const IDLE_MS = 2_000;
/** The feed is polled with at most one request in so many. */
const SHARE = 2;

/** The rate headers of an answer, or null where they are missing. */
export function readRate(headers: Headers, nowMs: number): Rate | null {
  const [limit, remaining, resetSeconds] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) =>
    Number.parseInt(headers.get(name) ?? '', 10),
  ) as [number, number, number];
  if (!(limit > 0 && remaining >= 0 && resetSeconds >= 0)) return null;
  return { limit, remaining, resetsAtMs: nowMs + Math.min(resetSeconds * 1_000, HOUR_MS) };
}

/** Whether half of the hour's requests are gone: then none is spent on being fast. */
export function isShort({ limit, remaining, resetsAtMs }: Rate, nowMs: number): boolean {
  return resetsAtMs > nowMs && remaining * SHARE <= limit;
}

/**
 * How long to wait before the next request, in milliseconds. An idle wait is so long that waits of its length spend half
 * of the limit in an hour (2 s of 3,600 requests, 12 s of 600), or half of what is left until the end of this one.
 *
 * @param haste the part of an idle wait to take, 0 to 1; all of it is taken while the hour's requests are short
 */
export function pacedDelayMs(haste: number, rate: Rate, nowMs: number): number {
  const evenMs = Math.max(IDLE_MS, (SHARE * HOUR_MS) / rate.limit);
  if (rate.resetsAtMs <= nowMs) return evenMs * haste;
  const resetInMs = rate.resetsAtMs - nowMs;
  const sparingMs = Math.min((SHARE * resetInMs) / rate.remaining, resetInMs + MARGIN_MS);
  return Math.max(evenMs, sparingMs) * (isShort(rate, nowMs) ? 1 : haste);
}
