const LONGEST_MS = 31 * 86_400_000;

/**
 * How long an answer says to wait (RFC 9110, 10.2.3): seconds, or a time, which is measured by the answer's own `Date`.
 *
 * @returns milliseconds, at most 31 days, or null where it does not say
 */
export function retryAfterMs(headers: Record<string, string | string[] | undefined>): number | null {
  const value = String(headers['retry-after'] ?? '').trim();
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.parse(String(headers.date));
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), LONGEST_MS);
}
