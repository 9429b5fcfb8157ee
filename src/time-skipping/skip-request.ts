import { OperationsRefusal } from '../operations/refusal.ts';

/** How far to skip: by so many milliseconds, or to a time; and within how much of the machine's time to answer. */
export type SkipRequest = ({ byMs: number } | { to: Date }) & { withinMs: number };

const DAY_MS = 86_400_000;
/** Days, hours, minutes and seconds. */
const UNITS_MS = [DAY_MS, 3_600_000, 60_000, 1_000];

export const MAX_SKIP_MS = 366 * DAY_MS;
export const TOO_FAR = 'One skip moves the time by 366 days at most.';
const DEFAULT_WITHIN_MS = 120_000;
const MAX_WITHIN_MS = 3_600_000;

const WHAT_IS_RIGHT = 'Send {"by": "33h"} or {"to": "2027-03-01T09:00:00Z"}.';
const DURATIONS_ARE = 'in days, hours, minutes and seconds, in this order: "90d", "24h", "1h30m" or "45s".';
const TO_IS = 'Write `to` as a time with its zone, as in "2027-03-01T09:00:00Z".';

const DURATION = /^(?=\d)(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Understands the body of `POST /skip`.
 *
 * @throws OperationsRefusal 422 with what would be right
 */
export function readSkipRequest(body: unknown): SkipRequest {
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const { within, ...aim } = fields as Record<string, unknown>;
  const withinMs = within === undefined ? DEFAULT_WITHIN_MS : readWithin(within);
  const [[name, value] = [], ...others] = Object.entries(aim);
  if (others.length === 0 && name === 'by') return { byMs: readLength(value), withinMs };
  if (others.length === 0 && name === 'to') return { to: readInstant(value), withinMs };
  throw new OperationsRefusal(422, WHAT_IS_RIGHT);
}

function readLength(value: unknown): number {
  const ms = readDuration('by', value);
  if (ms === 0) throw new OperationsRefusal(422, 'Time goes forward only: `by` must be more than nothing.');
  if (ms > MAX_SKIP_MS) throw new OperationsRefusal(422, TOO_FAR);
  return ms;
}

function readWithin(value: unknown): number {
  const ms = readDuration('within', value);
  if (ms === 0 || ms > MAX_WITHIN_MS) throw new OperationsRefusal(422, '`within` must be from "1s" to "1h".');
  return ms;
}

function readDuration(name: string, value: unknown): number {
  const parts = typeof value === 'string' ? DURATION.exec(value) : null;
  if (!parts) throw new OperationsRefusal(422, `Write \`${name}\` ${DURATIONS_ARE}`);
  return UNITS_MS.reduce((sum, unitMs, index) => sum + unitMs * Number(parts[index + 1] ?? 0), 0);
}

function readInstant(value: unknown): Date {
  const day = typeof value === 'string' ? INSTANT.exec(value)?.[1] : undefined;
  const instant = new Date(String(value));
  // The 30th of February is read as a day in March.
  const isInstant = day !== undefined && !Number.isNaN(instant.getTime());
  if (!isInstant || !new Date(`${day}T00:00:00Z`).toISOString().startsWith(day))
    throw new OperationsRefusal(422, TO_IS);
  return instant;
}
