/** Whether the page of a live listing is still there: when it is read again, and when an operator is needed. */
import { fractionOf } from './spread.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

/** What one reading came to. `said` names a status or a fault and never quotes the page. */
export interface PageReading {
  /** `gone` only where the server, or the absence of its name, says so; whatever else fails is `unclear`. */
  kind: 'there' | 'gone' | 'unclear';
  said: string;
}

/** Times are ISO 8601. */
export interface LiveProof {
  /** The version of the listing that went live; a later one is another page. */
  version: number;
  /** When the page is read next, unless it is stuck. */
  dueAt: string;
  /** Readings that found it gone, with none between that found it. */
  gone: number;
  /** Unclear readings in a row. */
  unclear: number;
  /** The last readings, for operators. */
  readings: { at: string; said: string }[];
  stuck: { since: string; reason: string } | null;
}

const MONTH_MS = 30 * DAY_MS;

/** Listings that went live in one second are read within so long. */
const SPREAD_MS = 6 * HOUR_MS;

/** So many readings in a row that found it gone call for an operator. */
const GONE_ENOUGH = 2;

/** How often an unclear reading is made up for a day later. */
const UNCLEAR_REREADS = 3;

const MAX_READINGS_KEPT = 10;

/**
 * Begins with a listing that went live.
 *
 * @param since when it did; a page that nobody read for long is due soon, not at once
 */
export function beginProof(listing: { id: string; version: number }, since: string, now: string): LiveProof {
  const dueMs = Math.max(Date.parse(since) + MONTH_MS, Date.parse(now)) + spreadMs(listing.id);
  return { version: listing.version, dueAt: toIso(dueMs), gone: 0, unclear: 0, readings: [], stuck: null };
}

/**
 * After a reading that ended at a time. An unclear one says nothing: it neither counts as gone nor ends a row of such
 * readings, until the next month begins a new one.
 */
export function afterReading(proof: LiveProof, listingId: string, { kind, said }: PageReading, now: string): LiveProof {
  const readings = [...proof.readings, { at: now, said }].slice(-MAX_READINGS_KEPT);
  const read = { ...proof, readings };
  switch (kind) {
    case 'there':
      return readNextMonth(read, listingId, now);
    case 'gone':
      return afterGone({ ...read, gone: read.gone + 1, unclear: 0 }, said, now);
    case 'unclear':
      if (read.unclear >= UNCLEAR_REREADS) return readNextMonth(read, listingId, now);
      return { ...read, unclear: read.unclear + 1, dueAt: later(now, DAY_MS) };
  }
}

function afterGone(proof: LiveProof, said: string, now: string): LiveProof {
  if (proof.gone < GONE_ENOUGH) return { ...proof, dueAt: later(now, DAY_MS) };
  return { ...proof, stuck: { since: now, reason: `Its page was gone ${proof.gone} times in a row: ${said}` } };
}

/** After a reading, or an operator, that found the page to be fine: it is read again in a month. */
export function readNextMonth(proof: LiveProof, listingId: string, now: string): LiveProof {
  return { ...proof, gone: 0, unclear: 0, stuck: null, dueAt: later(now, MONTH_MS + spreadMs(listingId)) };
}

function spreadMs(listingId: string): number {
  return fractionOf(listingId) * SPREAD_MS;
}

function later(time: string, ms: number): string {
  return toIso(Date.parse(time) + ms);
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
