import type { Database, Sql } from '../../db/database.ts';
import { ratedDomain } from '../../outbound/ratings/rated-domain.ts';
import {
  RatingFault,
  RatingRefused,
  RatingSlowDown,
  type RatingProvider,
} from '../../outbound/ratings/rating-provider.ts';
import type { DueRow, Rated } from './rated.ts';
import { ratedDirectories } from './rated-directories.ts';
import { ratedProjects } from './rated-projects.ts';

export interface RatingDeps {
  db: Database;
  /** Null where the service has none. */
  ratingProvider: RatingProvider | null;
}

/** Why a provider gave no figures. */
export interface RatingProblem {
  kind: 'slow_down' | 'refused' | 'fault';
  reason: string;
  /** How long the provider said to wait, or null. */
  retryAfterMs: number | null;
}

/** What one round of measuring came to. */
export interface RatingRound {
  provider: { name: string; attribution: string } | null;
  /** Domains that have a figure now. */
  measured: number;
  /** Domains that the provider said nothing of; they keep the figure that they have. */
  unanswered: number;
  /** Whose domains these are. */
  projects: number;
  directories: number;
  /** When the next project or directory falls due (ISO 8601), which may have passed; null when none will by itself. */
  nextDueAt: string | null;
  problem: RatingProblem | null;
}

type Due = DueRow & { of: Rated };

/** A domain, and whose rating is its figure. */
type Batch = Map<string, Due[]>;

/** Projects first: an agency waits for theirs. */
const ALL_RATED = [ratedProjects, ratedDirectories];

const READ_AT_ONCE = 1_000;

/**
 * Asks the provider once about projects and directories that are due, each domain once for all that share it, and writes
 * what it says. Repeating it after a crash asks again; nothing is lost by it.
 *
 * @param now the time a workflow decided
 */
export async function rateDue({ db, ratingProvider }: RatingDeps, now: Date): Promise<RatingRound> {
  const provider = ratingProvider && { name: ratingProvider.name, attribution: ratingProvider.attribution };
  const counts = { measured: 0, unanswered: 0, projects: 0, directories: 0 };
  const nothing = { provider, ...counts, nextDueAt: null, problem: null };
  if (!ratingProvider) return nothing;
  const batch = await dueBatch(db.sql, now, ratingProvider.maxDomainsPerCall);
  try {
    const ratings = batch.size === 0 ? new Map<string, null>() : await ratingProvider.rate([...batch.keys()]);
    await writeRatings(db.sql, batch, ratings, now);
    const measured = [...ratings.values()].filter((rating) => rating !== null).length;
    const due = [...batch.values()].flat();
    const projects = due.filter(({ of }) => of === ratedProjects).length;
    return {
      ...nothing,
      measured,
      unanswered: batch.size - measured,
      projects,
      directories: due.length - projects,
      nextDueAt: await nextDueAt(db.sql, now),
    };
  } catch (error) {
    return { ...nothing, problem: problemOf(error) };
  }
}

/** The domains of projects that have waited longest, then of directories. What no provider can know is left alone. */
async function dueBatch(db: Sql, now: Date, maxDomains: number): Promise<Batch> {
  const batch: Batch = new Map();
  for (const of of ALL_RATED) {
    const byDomain = Map.groupBy(await of.readDue(db, now, READ_AT_ONCE), ({ url }) => ratedDomain(url));
    for (const [domain, rows] of byDomain) {
      if (domain === null) await of.leaveAlone(db, rows, now);
      else if (batch.has(domain) || batch.size < maxDomains) {
        batch.set(domain, [...(batch.get(domain) ?? []), ...rows.map((row) => ({ ...row, of }))]);
      }
    }
  }
  return batch;
}

async function writeRatings(db: Sql, batch: Batch, ratings: Map<string, number | null>, now: Date): Promise<void> {
  for (const of of ALL_RATED) {
    const rows = [...batch].flatMap(([domain, due]) =>
      due.filter((row) => row.of === of).map(({ id, url }) => ({ id, url, rating: ratings.get(domain) ?? null })),
    );
    if (rows.length > 0) await of.write(db, rows, now);
  }
}

async function nextDueAt(db: Sql, now: Date): Promise<string | null> {
  const times = await Promise.all(ALL_RATED.map((of) => of.nextDueAt(db, now)));
  const earliest = Math.min(...times.map((time) => time?.getTime() ?? Infinity));
  return earliest === Infinity ? null : new Date(earliest).toISOString();
}

/** What is no provider's doing is thrown on. */
function problemOf(error: unknown): RatingProblem {
  if (error instanceof RatingSlowDown) {
    return { kind: 'slow_down', reason: error.message, retryAfterMs: error.retryAfterMs };
  }
  if (error instanceof RatingRefused) return { kind: 'refused', reason: error.message, retryAfterMs: null };
  if (error instanceof RatingFault) return { kind: 'fault', reason: error.message, retryAfterMs: null };
  throw error;
}
