import { sql } from 'kysely';
import { workflowIds } from '../../domain/workflow-ids.ts';
import type { TransactionDeps } from '../transaction.ts';

/**
 * What of the database should have a running workflow, by the first part of the workflow's id. Those that wait for a
 * first move have none yet, and those that have ended get one with their next move.
 */
const SHOULD_RUN: Readonly<Record<string, string>> = {
  launch: `select id as target from project where launched_at is not null`,
  listing: `select id as target from listing where status in ('in_progress', 'action_required', 'submitted', 'live')`,
  capacity: `select distinct account_id || case when livemode then '/live' else '/test' end as target
    from listing where queued_at is not null or status = 'in_progress'`,
  intake: `select id as target from project where autofill_status = 'running'
    union select project_id from image where status = 'importing'`,
  badge: `select id as target from project where badge_status = 'installed'`,
  report: `select id as target from report where status = 'building' or asset_key is not null`,
  delivery: `select id as target from webhook_delivery
    where schedule_status = 'pending' and (attempts > 0 or schedule_due_at is null)`,
  endpoint: `select id as target from webhook_endpoint where failing_since is not null and enabled and deleted_at is null`,
  replay: `select id as target from webhook_replay where outcome is null`,
};

/** There is one of each of these, whatever the database holds. */
const ALWAYS = [workflowIds.domainRatings, workflowIds.catalogChanges];

/** How many workflows were woken, by the first part of their ids. */
export type RestoredWorkflows = Record<string, number>;

/**
 * Wakes every workflow that the database says should run: one that is not there is started, one that is there only looks.
 * For a Temporal service that lost what it knew, or a database that was set back; may be repeated at any time.
 */
export async function restoreWorkflows({ db, wake }: Pick<TransactionDeps, 'db' | 'wake'>): Promise<RestoredWorkflows> {
  const woken = await db.sql.transaction().execute(async (tx) => {
    const counts: RestoredWorkflows = {};
    for (const [kind, targets] of Object.entries(SHOULD_RUN)) {
      const { numAffectedRows = 0n } = await sql`
        insert into outbox (kind, target) select 'wake', ${kind} || '/' || target from (${sql.raw(targets)}) as should_run
      `.execute(tx);
      counts[kind] = Number(numAffectedRows);
    }
    for (const target of ALWAYS) {
      await tx.insertInto('outbox').values({ kind: 'wake', target }).execute();
      counts[target] = 1;
    }
    return counts;
  });
  wake('outbox');
  return woken;
}
