import { sql, type RawBuilder } from 'kysely';
import type { Sql } from '../../db/database.ts';
import { toPage, type Page } from '../../db/page.ts';

/** An endpoint as an operator sees it, without its secrets. */
export interface EndpointRecord {
  id: string;
  account_id: string;
  livemode: boolean;
  url: string;
  description: string | null;
  events: string[];
  enabled: boolean;
  disabled_reason: 'requested' | 'failing' | null;
  /** The first failed attempt since the last success or the last enabling. */
  failing_since: Date | null;
  created_at: Date;
  /** Its pending deliveries. */
  pending: number;
  /** Those of them that wait to be sent now, or are being sent. */
  due: number;
}

/** Null when there is none, or it was deleted. */
export async function readEndpointRecord(db: Sql, endpointId: string): Promise<EndpointRecord | null> {
  const { rows } = await sql<EndpointRecord>`${endpoints(sql`w.id = ${endpointId}`)}`.execute(db);
  return rows[0] ?? null;
}

/**
 * The endpoints of an account, newest first.
 *
 * @param livemode null for both modes
 */
export async function listEndpointRecords(
  db: Sql,
  accountId: string,
  livemode: boolean | null,
  limit: number,
): Promise<Page<EndpointRecord>> {
  const which = sql`w.account_id = ${accountId} and (${livemode}::boolean is null or w.livemode = ${livemode})`;
  const { rows } = await sql<EndpointRecord>`
    ${endpoints(which)} order by w.id desc limit ${limit + 1}
  `.execute(db);
  return toPage(rows, limit);
}

function endpoints(which: RawBuilder<unknown>) {
  return sql`
    select w.id, w.account_id, w.livemode, w.url, w.description, w.events, w.enabled, w.disabled_reason, w.failing_since,
      w.created_at, d.pending, d.due
    from webhook_endpoint w cross join lateral (
      select count(*)::int as pending, count(due_at)::int as due
      from webhook_delivery where endpoint_id = w.id and status = 'pending'
    ) d
    where w.deleted_at is null and ${which}`;
}
