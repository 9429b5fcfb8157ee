import colors from 'picocolors';
import { LISTING_STATUSES, type ListingStatus } from '../domain/listing-status.ts';
import type { Tally } from './inbox.ts';
import type { Terminal } from './terminal.ts';

type Counts = Record<ListingStatus, number>;

/** How a launch went, by its webhooks and by what the API holds. */
export interface Outcome {
  /** Listings by status as the webhooks told. */
  counts: Counts;
  /** The same as the API tells. */
  countsOfApi: Counts;
  /** What the webhooks never told, in words. */
  missing: string[];
  tally: Readonly<Tally>;
  /** Ids of all events in the feed. */
  feed: string[];
  /** Those among them that no webhook brought. */
  missed: string[];
}

/** Everything that should not have happened, in words; empty when all went well. */
export function problemsOf({ counts, countsOfApi, missing, tally, missed }: Outcome): string[] {
  const told = describe(counts);
  const held = describe(countsOfApi);
  return [
    ...missing.map((what) => `No webhook told of ${what}.`),
    ...(told === held ? [] : [`The webhooks told of ${told}, but the API holds ${held}.`]),
    ...(tally.rejected === 0 ? [] : [`Webhooks without a good signature: ${tally.rejected}.`]),
    ...(missed.length === 0 ? [] : [`Events that no webhook brought: ${missed.join(', ')}.`]),
  ];
}

/** Prints how it went. */
export function printSummary(terminal: Terminal, outcome: Outcome, elapsedMs: number): void {
  const { counts, tally, feed, missed } = outcome;
  const problems = problemsOf(outcome);
  terminal.print('');
  terminal.printField('listings', describe(counts));
  terminal.printField(
    'webhooks',
    `${tally.received} received, ${tally.verified} verified, ${tally.duplicates} repeated, ${tally.rejected} rejected`,
  );
  terminal.printField('event feed', `${feed.length} events, ${missed.length} missed`);
  terminal.printField('took', `${Math.round(elapsedMs / 1_000)} s`);
  terminal.print('');
  for (const problem of problems) terminal.print(`  ${colors.red('✗')} ${problem}`);
  if (problems.length === 0) {
    terminal.print(`  ${colors.green('✓')} Every listing has ended and every event has arrived.`);
  }
}

function describe(counts: Counts): string {
  const standing = LISTING_STATUSES.filter((status) => counts[status] > 0);
  return standing.map((status) => `${counts[status]} ${status}`).join(', ') || 'none';
}
