import type { Updateable } from 'kysely';
import type { Schema } from '../../db/database.ts';
import { presentReport } from '../../resources/report.ts';
import type { Tx } from '../transaction.ts';

/**
 * Ends the building of a report and records its event: both once, whoever comes first.
 *
 * @returns false when it has ended before, or is gone
 */
export async function endBuilding(
  tx: Tx,
  reportId: string,
  end: Updateable<Schema['report']> & { status: 'ready' | 'failed' },
): Promise<boolean> {
  const report = await tx.sql
    .updateTable('report')
    .set(end)
    .where('id', '=', reportId)
    .where('status', '=', 'building')
    .returningAll()
    .executeTakeFirst();
  if (!report) return false;
  tx.record({
    type: `report.${end.status}`,
    project: report.project_id,
    data: { object: presentReport(report), previous_status: 'building' },
  });
  return true;
}
