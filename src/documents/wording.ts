/** The words of reports, which are in English. */
import type { ListingReason, ListingStatus } from '../domain/listing-status.ts';
import type { Stage } from '../domain/progress-over-time.ts';

export const LANGUAGE = 'en';
export const TEST_MODE = 'TEST MODE';
export const TEST_MODE_NOTE = 'a sample made of simulated listings';

/** What a document says that it is, to whoever lists or opens it. */
export function titleOf({ project, livemode }: { project: { name: string }; livemode: boolean }): string {
  return `${project.name}: directory listings${livemode ? '' : ` (${TEST_MODE})`}`;
}

export const STATUS_WORDS: Record<ListingStatus, string> = {
  live: 'Live',
  submitted: 'In review',
  in_progress: 'In progress',
  action_required: 'Action needed',
  pending: 'Waiting',
  not_accepted: 'Not accepted',
  cancelled: 'Cancelled',
};

const REASON_WORDS: Record<ListingReason, string> = {
  declined: 'declined by the directory',
  unavailable: 'directory not available',
  removed: 'taken down',
  withdrawn: 'withdrawn',
};

export const STAGE_WORDS: Record<Stage, string> = {
  live: 'Live',
  review: 'In review',
  preparation: 'In preparation',
  ended: 'Not accepted or cancelled',
};

/** New reasons can appear: one without words of its own is shown as it is named. */
export function reasonWords(reason: ListingReason | null): string | null {
  return reason && ((REASON_WORDS as Record<string, string>)[reason] ?? reason.replaceAll('_', ' '));
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const LONG_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

export function dayWords(time: Date): string {
  return DAY.format(time);
}

export function longDayWords(time: Date): string {
  return LONG_DAY.format(time);
}

export function shortDayWords(time: Date): string {
  return SHORT_DAY.format(time);
}

export function minuteWords(time: Date): string {
  return MINUTE.format(time);
}

/** `1 listing`, `2 listings`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
