import type { ReportRow } from '../../resources/report.ts';
import type { Database } from '../database.ts';
import type { Scope } from '../scope.ts';

export async function findReport({ sql }: Database, scope: Scope, id: string): Promise<ReportRow | null> {
  const report = await sql
    .selectFrom('report')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', scope.account_id)
    .where('livemode', '=', scope.livemode)
    .executeTakeFirst();
  return report ?? null;
}
