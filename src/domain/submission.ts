/** How one listing is submitted by a program: its tries, the waits between them, and when an operator is needed. */
import type { ListingMove } from './listing-status.ts';
import { fractionOf } from './spread.ts';
import { DAY_MS, floorToDay, HOUR_MS } from './time.ts';

/** What one try came to. `said` names a status or a fault and never quotes the directory. */
export type SubmissionOutcome =
  /** The directory took it, or will not have it. */
  | { kind: 'settled'; said: string; move: ListingMove }
  /** It asks to be asked later; `retryAfterMs` is how long it said to wait, or null. */
  | { kind: 'slow_down'; said: string; retryAfterMs: number | null }
  /** It could not be reached, or failed. */
  | { kind: 'fault'; said: string }
  /** The description, the secret or the project's data is wrong: a repeat would not help. */
  | { kind: 'broken'; said: string }
  /** Nothing was sent: the listing or its directory's driver is another one meanwhile. */
  | { kind: 'outdated' };

/** Times are ISO 8601. */
export interface Submission {
  /** The version of the listing that is submitted; any later one is another submission. */
  version: number;
  /** When the next try is due, unless it is stuck. */
  dueAt: string;
  /** Tries that led to nothing: where it stands in the schedule. */
  failures: number;
  /** How often it was tried, and the last tries. */
  tried: number;
  tries: { at: string; said: string }[];
  /** The beginning of the UTC day for which it has a turn; a turn is good for all tries of the day. */
  turnOf: string | null;
  /** Whether the next try waits for a turn, and not for the schedule. */
  waitsForTurn: boolean;
  stuck: { since: string; reason: string } | null;
}

const MINUTE_MS = 60_000;
const DAILY = Array.from({ length: 5 }, () => DAY_MS);
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, ...DAILY];
const FIRST_DAILY = WAITS_MS.length - DAILY.length;

/** Those whose turn comes on another day ask for it within so long after its beginning. */
const TURN_SPREAD_MS = HOUR_MS;

const MAX_TRIES_KEPT = 20;

/** A submission whose first try is due now. */
export function beginSubmission(version: number, now: string): Submission {
  return {
    version,
    dueAt: now,
    failures: 0,
    tried: 0,
    tries: [],
    turnOf: null,
    waitsForTurn: false,
    stuck: null,
  };
}

/** Whether it has its directory's turn for the day of a time. */
export function hasTurn({ turnOf }: Submission, now: string): boolean {
  return turnOf === dayOf(now);
}

/** After its directory gave it a turn for the day of a time. */
export function withTurn(submission: Submission, now: string): Submission {
  return { ...submission, turnOf: dayOf(now), waitsForTurn: false };
}

/** After the turns of a time's day were used up. Whom the next day finds first differs from day to day. */
export function withoutTurn(submission: Submission, listingId: string, now: string): Submission {
  const nextDayMs = Date.parse(dayOf(now)) + DAY_MS;
  const spreadMs = fractionOf(`${listingId}/${nextDayMs / DAY_MS}`) * TURN_SPREAD_MS;
  return { ...submission, dueAt: toIso(nextDayMs + spreadMs), waitsForTurn: true };
}

/** After a try that ended at a time. */
export function afterTry(submission: Submission, outcome: SubmissionOutcome, now: string): Submission {
  if (outcome.kind === 'outdated') return submission;
  const tries = [...submission.tries, { at: now, said: outcome.said }].slice(-MAX_TRIES_KEPT);
  const tried = { ...submission, tried: submission.tried + 1, tries };
  switch (outcome.kind) {
    case 'settled':
      return tried;
    case 'broken':
      return { ...tried, stuck: { since: now, reason: `An operator is needed: ${outcome.said}` } };
    case 'fault':
      return afterFailure(tried, outcome.said, now, 0);
    case 'slow_down':
      return afterFailure(tried, outcome.said, now, outcome.retryAfterMs ?? 0);
  }
}

function afterFailure(submission: Submission, said: string, now: string, leastMs: number): Submission {
  const waitMs = WAITS_MS[submission.failures];
  if (waitMs === undefined) {
    return {
      ...submission,
      stuck: { since: now, reason: `No success in ${submission.tried} tries, at last: ${said}` },
    };
  }
  return { ...submission, failures: submission.failures + 1, dueAt: later(now, Math.max(waitMs, leastMs)) };
}

/** Due now, whatever it waits for, stuck or not. A failure of this try does not begin the schedule anew. */
export function retryNow(submission: Submission, now: string): Submission {
  return { ...submission, dueAt: now, waitsForTurn: false, stuck: null };
}

/** No longer stuck: the next try is due after the wait that comes next; the daily ones begin anew when all are over. */
export function resume(submission: Submission, now: string): Submission {
  const failures = submission.failures < WAITS_MS.length ? submission.failures : FIRST_DAILY;
  return { ...submission, failures: failures + 1, dueAt: later(now, WAITS_MS[failures]!), stuck: null };
}

function dayOf(time: string): string {
  return floorToDay(new Date(time)).toISOString();
}

function later(time: string, ms: number): string {
  return toIso(Date.parse(time) + ms);
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
