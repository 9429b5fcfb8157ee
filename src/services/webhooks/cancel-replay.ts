import type { Sql } from '../../db/database.ts';
import type { ReplayOutcome } from '../../domain/webhook-replay.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { writeOutbox } from '../../outbox/record.ts';
import type { TransactionDeps } from '../transaction.ts';

/**
 * Ends a replay: it makes nothing more due, and what it has made due goes out.
 *
 * @returns false when it has ended already
 */
export async function endReplay(db: Sql, replayId: string, outcome: ReplayOutcome, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_replay')
    .set({ outcome, ended_at: at })
    .where('id', '=', replayId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Cancels a replay, and tells its workflow to end.
 *
 * @returns false when it has ended already
 */
export async function cancelReplay(
  { db, clock, wake }: Pick<TransactionDeps, 'db' | 'clock' | 'wake'>,
  replayId: string,
): Promise<boolean> {
  const isCancelled = await db.sql.transaction().execute(async (sql) => {
    if (!(await endReplay(sql, replayId, 'cancelled', clock.now()))) return false;
    await writeOutbox(sql, [{ kind: 'wake', target: workflowIds.replay(replayId) }]);
    return true;
  });
  if (isCancelled) wake('outbox');
  return isCancelled;
}
