export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** ISO 8601 in UTC to the second, with a trailing `Z` (specification 2.1). */
export function toSecond(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

export function floorToHour(time: Date): Date {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
}

/** The beginning of the UTC day. */
export function floorToDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
}
