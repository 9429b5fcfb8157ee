import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * Whether nothing is left to be sent now: no message to Temporal, and no delivery that is due or on its way. One that is
 * held because its endpoint is disabled does not count.
 */
export async function isOutboxAtRest({ sql: db }: Database): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from outbox) or exists (
      select from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
      where d.due_at is not null
        and (d.claim is not null or (w.deleted_at is null and (w.enabled or d.event_type = 'ping')))
    ) as busy
  `.execute(db);
  return !rows[0]!.busy;
}
