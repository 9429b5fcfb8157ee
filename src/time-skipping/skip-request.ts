import { OperationsRefusal } from '../operations/refusal.ts';

/** How far to skip: by so many milliseconds, or to a time. */
export type SkipRequest = { byMs: number } | { to: Date };

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const MAX_SKIP_MS = 366 * DAY_MS;
export const TOO_FAR = 'One skip moves the time by 366 days at most.';

const WHAT_IS_RIGHT = 'Send {"by": "33h"} or {"to": "2027-03-01T09:00:00Z"}.';
const BY_IS = 'Write `by` in days, hours, minutes and seconds, in this order: "90d", "24h", "1h30m" or "45s".';
const TO_IS = 'Write `to` as a time with its zone, as in "2027-03-01T09:00:00Z".';

const DURATION = /^(?=\d)(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Understands the body of `POST /skip`.
 *
 * @throws OperationsRefusal 422 with what would be right
 */
export function readSkipRequest(body: unknown): SkipRequest {
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : [];
  const [[name, value] = []] = fields;
  if (fields.length === 1 && name === 'by') return { byMs: readDuration(value) };
  if (fields.length === 1 && name === 'to') return { to: readInstant(value) };
  throw new OperationsRefusal(422, WHAT_IS_RIGHT);
}

function readDuration(value: unknown): number {
  const parts = typeof value === 'string' ? DURATION.exec(value) : null;
  if (!parts) throw new OperationsRefusal(422, BY_IS);
  const [days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  const ms = days * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
  if (ms === 0) throw new OperationsRefusal(422, 'Time goes forward only: `by` must be more than nothing.');
  if (ms > MAX_SKIP_MS) throw new OperationsRefusal(422, TOO_FAR);
  return ms;
}

function readInstant(value: unknown): Date {
  const day = typeof value === 'string' ? INSTANT.exec(value)?.[1] : undefined;
  const instant = new Date(String(value));
  // JavaScript reads the 30th of February as a day in March.
  const isDay = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (!isDay || Number.isNaN(instant.getTime())) throw new OperationsRefusal(422, TO_IS);
  return instant;
}
