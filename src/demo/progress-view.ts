import colors from 'picocolors';
import { LISTING_STATUSES, type ListingStatus } from '../domain/listing-status.ts';
import type { Tally } from './inbox.ts';
import type { Move } from './progress.ts';

/** What is shown of a launch under way. */
export interface Snapshot {
  elapsedMs: number;
  counts: Record<ListingStatus, number>;
  latestMoves: readonly Move[];
  tally: Readonly<Tally>;
}

const BAR_WIDTH = 50;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const LABEL_WIDTH = Math.max(...LISTING_STATUSES.map((status) => status.length));
const DIRECTORY_WIDTH = 36;

const PAINT: Partial<Record<ListingStatus, (text: string) => string>> = {
  action_required: colors.yellow,
  submitted: colors.cyan,
  live: colors.green,
  not_accepted: colors.red,
};

/** A block of at most 80 columns: a bar for each status, what arrived, and the latest moves. */
export function renderBlock({ elapsedMs, counts, latestMoves, tally }: Snapshot): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const { received, verified, duplicates, rejected } = tally;
  return [
    '',
    ...LISTING_STATUSES.map((status) => renderBar(status, counts[status], total)),
    '',
    `  ${clock(elapsedMs)}  webhooks: ${received} received, ${verified} verified, ${duplicates} repeated, ${rejected} rejected`,
    '',
    ...latestMoves.map(renderMove),
  ].join('\n');
}

/** One line for a log, such as `1:05  in_progress=3 submitted=40 live=57 webhooks=243`. */
export function renderLine({ elapsedMs, counts, tally }: Snapshot): string {
  const standing = LISTING_STATUSES.filter((status) => counts[status] > 0).map(
    (status) => `${status}=${counts[status]}`,
  );
  return `  ${clock(elapsedMs)}  ${[...standing, `webhooks=${tally.verified}`].join(' ')}`;
}

function renderBar(status: ListingStatus, count: number, total: number): string {
  const paint = PAINT[status] ?? String;
  return `  ${status.padEnd(LABEL_WIDTH)} ${String(count).padStart(4)}  ${paint(bar(count, total))}`.trimEnd();
}

function bar(count: number, total: number): string {
  const eighths = total === 0 ? 0 : Math.round((count / total) * BAR_WIDTH * 8);
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

function renderMove({ directory, from, to }: Move): string {
  const paint = PAINT[to] ?? String;
  return `  ${fitted(directory, DIRECTORY_WIDTH)}  ${colors.dim(`${from} →`)} ${paint(to)}`;
}

function fitted(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

/** Minutes and seconds. */
function clock(elapsedMs: number): string {
  const seconds = Math.floor(elapsedMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
