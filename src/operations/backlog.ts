import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { BACKLOG_STATEMENT } from './backlog-statement.ts';

/** What waits in the database, whoever works it off. Ages are in seconds; 0 when nothing waits. */
export interface Backlog {
  due: number;
  due_oldest_seconds: number;
  failing_due: number;
  failing_due_oldest_seconds: number;
  in_flight: number;
  outbox_waiting: number;
  outbox_oldest_seconds: number;
  outbox_failing: number;
  queued: number;
  queued_oldest_seconds: number;
  grantable_oldest_seconds: number;
  reports_building: number;
  reports_oldest_seconds: number;
  to_submit: number;
  driver_late: number;
  not_answered: number;
  action_overdue: number;
}

const STATEMENT_MS = 1_500;

/** Reads what waits in one statement, which Postgres ends when it takes too long. */
export async function readBacklog({ pool }: Pick<Database, 'pool'>, clock: Clock): Promise<Backlog> {
  const client = await pool.connect();
  try {
    await client.query(`begin read only; set local statement_timeout = ${STATEMENT_MS}`);
    const { rows } = await client.query<Backlog>(BACKLOG_STATEMENT, [clock.now()]);
    return rows[0]!;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}
