import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database, Sql } from '../../db/database.ts';
import { MailRefused, type Mailer } from '../../outbound/mail/mailer.ts';
import { countFailedEvents } from './endpoint-health.ts';
import { MANY_DELIVERIES, writeEndpointMail, type EndpointReport } from './endpoint-mail.ts';

/** What the owner of a failing endpoint is told. */
export type OwnerMail = 'warning' | 'disabled';

export interface OwnerMailDeps {
  db: Database;
  clock: Clock;
  /** Null where the service sends no mail. */
  mailer: Mailer | null;
  /** Where clients reach the API, with its version. */
  apiUrl: string;
}

/**
 * Tells the owner of an endpoint by mail that it fails, or that it was disabled for that (specification 6.4, rule 4), as
 * long as that is true. A repeat has the same Message-ID.
 *
 * @returns why it was not sent and never will be, or null
 */
export async function mailEndpointOwner(
  { db, clock, mailer, apiUrl }: OwnerMailDeps,
  kind: OwnerMail,
  endpointId: string,
  failingSince: Date,
): Promise<string | null> {
  const report = await readReport(db.sql, kind, endpointId, failingSince);
  if (!report) return null;
  if (!mailer) return 'the service has no way for mail: set `SMTP_URL` or `MAIL_DIR` and restart the workers.';
  const time = failingSince.toISOString().replaceAll(/\W/g, '');
  try {
    await mailer.send({
      id: `${endpointId}.${kind}.${time}`,
      to: report.ownerEmail,
      date: clock.now(),
      ...writeEndpointMail(kind, report, apiUrl),
    });
    return null;
  } catch (error) {
    if (error instanceof MailRefused) return error.message;
    throw error;
  }
}

/** Null when the mail would say what is no longer so. */
async function readReport(
  db: Sql,
  kind: OwnerMail,
  endpointId: string,
  failingSince: Date,
): Promise<EndpointReport | null> {
  const row = await db
    .selectFrom('webhook_endpoint as w')
    .innerJoin('account as a', 'a.id', 'w.account_id')
    .select(['w.id', 'w.livemode', 'w.url', 'w.description', 'w.enabled', 'w.disabled_reason', 'w.failing_since'])
    .select(['a.id as account_id', 'a.name', 'a.owner_email'])
    .where('w.id', '=', endpointId)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst();
  const isTrue =
    kind === 'disabled'
      ? row?.disabled_reason === 'failing'
      : row?.enabled && row.failing_since?.getTime() === failingSince.getTime();
  if (!row || !isTrue) return null;
  return {
    endpointId,
    livemode: row.livemode,
    url: row.url,
    description: row.description,
    accountId: row.account_id,
    accountName: row.name,
    ownerEmail: row.owner_email,
    failingSince,
    failedEvents: await countFailedEvents(db, endpointId, failingSince),
    waitingDeliveries: await countWaiting(db, endpointId),
    lastFailure: await readLastFailure(db, endpointId),
  };
}

async function countWaiting(db: Sql, endpointId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from webhook_delivery where endpoint_id = ${endpointId} and status = 'pending' limit ${MANY_DELIVERIES}
    ) waiting
  `.execute(db);
  return rows[0]!.count;
}

async function readLastFailure(db: Sql, endpointId: string): Promise<EndpointReport['lastFailure']> {
  const row = await db
    .selectFrom('webhook_attempt')
    .select(['attempted_at', 'http_status', 'error'])
    .where('endpoint_id', '=', endpointId)
    .where('succeeded', '=', false)
    .orderBy('attempted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { at: row.attempted_at, httpStatus: row.http_status, error: row.error } : null;
}
