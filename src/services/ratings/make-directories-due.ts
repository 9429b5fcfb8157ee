import { sql } from 'kysely';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { writeOutbox } from '../../outbox/record.ts';
import type { TransactionDeps } from '../transaction.ts';

/** Where the ratings of the open directories stand. */
export interface DirectoryRatings {
  open: number;
  /** Those whose rating is to be measured now. */
  due: number;
  /** Those whose rating is a provider's figure. */
  measured: number;
  /** When the oldest of these figures was measured (ISO 8601); null when there is none. */
  oldestMeasuredAt: string | null;
}

/**
 * Makes open directories due whose rating was never asked for, and wakes those who measure if any is due: these, and those
 * that were asked for 30 days ago.
 *
 * @param now the time a workflow decided
 */
export async function makeDirectoriesDue(
  { db, wake }: Pick<TransactionDeps, 'db' | 'wake'>,
  now: Date,
): Promise<DirectoryRatings> {
  const ratings = await db.sql.transaction().execute(async (tx) => {
    await sql`update directory set rating_due_at = ${now} where open and rating_due_at is null`.execute(tx);
    const { rows } = await sql<Omit<DirectoryRatings, 'oldestMeasuredAt'> & { oldest: Date | null }>`
      select count(*) as open, count(*) filter (where rating_due_at <= ${now}) as due,
        count(rating_measured_at) as measured, min(rating_measured_at) as oldest
      from directory where open
    `.execute(tx);
    const { oldest, ...counts } = rows[0]!;
    if (counts.due > 0) await writeOutbox(tx, [{ kind: 'wake', target: workflowIds.domainRatings }]);
    return { ...counts, oldestMeasuredAt: oldest?.toISOString() ?? null };
  });
  if (ratings.due > 0) wake('outbox');
  return ratings;
}
