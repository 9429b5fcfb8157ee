import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';
import { DISABLE_FROM_EVENTS, isToBeDisabled } from '../../domain/endpoint-health.ts';
import { inTransaction, type TransactionDeps } from '../transaction.ts';

/** What is known of an endpoint that fails. Times are ISO 8601. */
export interface EndpointHealth {
  accountId: string;
  livemode: boolean;
  url: string;
  /** The first failed attempt since the last success or the last enabling. */
  failingSince: string;
  isWarned: boolean;
  /** Different events with a failed attempt since then; 10 stands for all above. */
  failedEvents: number;
}

/** The health of an endpoint that is enabled and fails; null for any other. */
export async function readEndpointHealth(db: Sql, endpointId: string): Promise<EndpointHealth | null> {
  const row = await db
    .selectFrom('webhook_endpoint')
    .select(['account_id', 'livemode', 'url', 'failing_since', 'warned_at'])
    .where('id', '=', endpointId)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .executeTakeFirst();
  if (!row?.failing_since) return null;
  return {
    accountId: row.account_id,
    livemode: row.livemode,
    url: row.url,
    failingSince: row.failing_since.toISOString(),
    isWarned: row.warned_at !== null,
    failedEvents: await countFailedEvents(db, endpointId, row.failing_since),
  };
}

/** Notes that the owner was warned of a failing, if it is still the same. */
export async function markEndpointWarned(db: Sql, endpointId: string, failingSince: Date, at: Date): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set({ warned_at: at })
    .where('id', '=', endpointId)
    .where('failing_since', '=', failingSince)
    .execute();
}

/**
 * Disables an endpoint, if it is to be for this failing (specification 6.4, rule 4). Repeating it changes nothing.
 *
 * @param failingSince what the caller decided on
 * @param at the time a workflow decided
 * @returns whether this failing has disabled it, now or before
 */
export async function disableFailingEndpoint(
  deps: TransactionDeps,
  endpointId: string,
  failingSince: Date,
  at: Date,
): Promise<boolean> {
  const scope = await deps.db.sql
    .selectFrom('webhook_endpoint')
    .select(['account_id', 'livemode'])
    .where('id', '=', endpointId)
    .executeTakeFirst();
  if (!scope) return false;
  return inTransaction(
    deps,
    scope,
    async (tx) => {
      const endpoint = await tx.sql
        .selectFrom('webhook_endpoint')
        .select(['enabled', 'disabled_reason', 'failing_since'])
        .where('id', '=', endpointId)
        .where('deleted_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!endpoint?.enabled) return endpoint?.disabled_reason === 'failing';
      if (endpoint.failing_since?.getTime() !== failingSince.getTime()) return false;
      const failedEvents = await countFailedEvents(tx.sql, endpointId, failingSince);
      if (!isToBeDisabled({ failingSince, failedEvents }, tx.now)) return false;
      await tx.sql
        .updateTable('webhook_endpoint')
        .set({ enabled: false, disabled_reason: 'failing', updated_at: tx.now })
        .where('id', '=', endpointId)
        .execute();
      return true;
    },
    at,
  );
}

/**
 * Different events with a failed attempt since a time, up to 10. Walks the attempts in their order and stops at the last
 * event that counts, so that it reads few rows of however many. An endpoint has one delivery of an event.
 */
export async function countFailedEvents(db: Sql, endpointId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive seen(deliveries, at) as (
      (select array[delivery_id], attempted_at from webhook_attempt
        where endpoint_id = ${endpointId} and attempted_at >= ${since} and not succeeded
        order by attempted_at limit 1)
      union all
      select seen.deliveries || next.delivery_id, next.attempted_at from seen cross join lateral (
        select delivery_id, attempted_at from webhook_attempt
        where endpoint_id = ${endpointId} and attempted_at >= seen.at and not succeeded
          and delivery_id <> all(seen.deliveries)
        order by attempted_at limit 1
      ) next
      where cardinality(seen.deliveries) < ${DISABLE_FROM_EVENTS}
    )
    select coalesce(max(cardinality(deliveries)), 0)::int as count from seen
  `.execute(db);
  return rows[0]!.count;
}
