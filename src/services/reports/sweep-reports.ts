import { DAY_MS } from '../../domain/time.ts';
import type { EventDeps } from '../deps.ts';
import { inTransaction } from '../transaction.ts';
import { endBuilding } from './end-building.ts';
import { discardFiles } from './report-files.ts';

/** A report that has been building for so long has lost its workflow. */
const BUILT_WITHIN_MS = DAY_MS;

/** Small, since each failed report is a transaction of its own. */
const BATCH_SIZE = 100;

/**
 * Makes up for report workflows that were lost: gives up files that have expired, and fails reports that have been
 * building for a day.
 *
 * @param limit how many at most
 * @returns how many; 0 when none is left
 */
export async function sweepReports(deps: EventDeps, now: Date, limit: number): Promise<number> {
  const size = Math.min(limit, BATCH_SIZE);
  return (await discardExpired(deps, now, size)) + (await failAbandoned(deps, now, size));
}

function discardExpired({ db }: EventDeps, now: Date, limit: number): Promise<number> {
  return db.sql.transaction().execute(async (tx) => {
    const expired = await tx
      .selectFrom('report')
      .select('id')
      .where('asset_key', 'is not', null)
      .where('expires_at', '<=', now)
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = expired.map(({ id }) => id);
    return (await discardFiles(tx, ids, now)).length;
  });
}

async function failAbandoned(deps: EventDeps, now: Date, limit: number): Promise<number> {
  const abandoned = await deps.db.sql
    .selectFrom('report')
    .select(['id', 'account_id', 'livemode'])
    .where('status', '=', 'building')
    .where('created_at', '<', new Date(now.getTime() - BUILT_WITHIN_MS))
    .limit(limit)
    .execute();
  for (const { id, ...scope } of abandoned) {
    await inTransaction(deps, scope, (tx) => endBuilding(tx, id, { status: 'failed' }));
  }
  return abandoned.length;
}
