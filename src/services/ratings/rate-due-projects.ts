import { sql } from 'kysely';
import type { Database, Sql } from '../../db/database.ts';
import { lockProjects } from '../projects/derive-project.ts';
import { ratedDomain } from '../../outbound/ratings/rated-domain.ts';
import {
  RatingFault,
  RatingRefused,
  RatingSlowDown,
  type RatingProvider,
} from '../../outbound/ratings/rating-provider.ts';

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
  /** When the next project falls due (ISO 8601), which may have passed; null when none will. */
  nextDueAt: string | null;
  problem: RatingProblem | null;
}

/** A figure is measured anew so long after it was measured. */
export const REFRESH_MS = 30 * 86_400_000;

const READ_AT_ONCE = 1_000;

interface DueProject {
  id: string;
  url: string;
}

/**
 * Asks the provider once about projects that are due, each domain once for all projects that share it, and writes what it
 * says. Repeating it after a crash asks again; nothing is lost by it.
 *
 * @param now the time a workflow decided
 */
export async function rateDueProjects({ db, ratingProvider }: RatingDeps, now: Date): Promise<RatingRound> {
  const provider = ratingProvider && { name: ratingProvider.name, attribution: ratingProvider.attribution };
  const nothing = { provider, measured: 0, unanswered: 0, nextDueAt: null, problem: null };
  if (!ratingProvider) return nothing;
  const { batch, unratable } = await dueBatch(db.sql, now, ratingProvider.maxDomainsPerCall);
  await neverAsk(db.sql, unratable);
  try {
    const ratings = batch.size === 0 ? new Map<string, null>() : await ratingProvider.rate([...batch.keys()]);
    await writeRatings(db.sql, batch, ratings, now);
    const measured = [...ratings.values()].filter((rating) => rating !== null).length;
    return { ...nothing, measured, unanswered: batch.size - measured, nextDueAt: await nextDueAt(db.sql) };
  } catch (error) {
    return { ...nothing, problem: problemOf(error) };
  }
}

/** The projects of the domains that have waited longest, by domain, and projects that no provider can know. */
async function dueBatch(db: Sql, now: Date, maxDomains: number) {
  const due = await db
    .selectFrom('project')
    .select(['id', 'url'])
    .where('rating_due_at', '<=', now)
    .orderBy('rating_due_at')
    .orderBy('id')
    .limit(READ_AT_ONCE)
    .execute();
  const byDomain = Map.groupBy(due, ({ url }) => ratedDomain(url));
  const unratable = byDomain.get(null) ?? [];
  byDomain.delete(null);
  return { batch: new Map([...(byDomain as Map<string, DueProject[]>)].slice(0, maxDomains)), unratable };
}

/** A project that has got another address meanwhile is left alone, here and when figures are written: it is due again. */
async function neverAsk(db: Sql, projects: DueProject[]): Promise<void> {
  if (projects.length === 0) return;
  await sql`
    update project p set rating_due_at = null
    from unnest(${projects.map(({ id }) => id)}::text[], ${projects.map(({ url }) => url)}::text[]) as v(id, url)
    where p.id = v.id and p.url = v.url
  `.execute(db);
}

async function writeRatings(
  db: Sql,
  batch: Map<string, DueProject[]>,
  ratings: Map<string, number | null>,
  now: Date,
): Promise<void> {
  const rows = [...batch].flatMap(([domain, projects]) =>
    projects.map((project) => ({ ...project, rating: ratings.get(domain) ?? null })),
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await db.transaction().execute(async (tx) => {
    await lockProjects({ sql: tx }, ids);
    await sql`
      update project p set
        domain_rating = coalesce(v.rating, p.domain_rating),
        updated_at = case when v.rating is distinct from p.domain_rating and v.rating is not null
          then ${now} else p.updated_at end,
        rating_due_at = ${new Date(now.getTime() + REFRESH_MS)}
      from unnest(${ids}::text[], ${rows.map(({ url }) => url)}::text[], ${rows.map(({ rating }) => rating)}::int[])
        as v(id, url, rating)
      where p.id = v.id and p.url = v.url
    `.execute(tx);
  });
}

async function nextDueAt(db: Sql): Promise<string | null> {
  const { at } = await db
    .selectFrom('project')
    .select((select) => select.fn.min('rating_due_at').as('at'))
    .executeTakeFirstOrThrow();
  return at?.toISOString() ?? null;
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
