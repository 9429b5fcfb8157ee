import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** What more there is of is not told one by one. */
const MAX_TOLD = 10;

/** Deliveries that are due or on their way. One that is held because its endpoint is disabled does not count. */
const DUE = sql`
  from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
  where d.due_at is not null and (d.claim is not null or (w.deleted_at is null and (w.enabled or d.event_type = 'ping')))
`;

/** Whether nothing is left to be sent now: no message to Temporal, and no delivery that is due or on its way. */
export async function isOutboxAtRest({ sql: db }: Database): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from outbox) or exists (select ${DUE}) as busy
  `.execute(db);
  return !rows[0]!.busy;
}

/** What `isOutboxAtRest` finds, in words: the webhooks by endpoint, and the messages to Temporal. */
export async function describeUnsent({ sql: db }: Database): Promise<string[]> {
  const deliveries = await sql<{ url: string; count: number }>`
    select w.url, count(*)::int as count ${DUE} group by w.id order by count desc limit ${MAX_TOLD}
  `.execute(db);
  const messages = await sql<{ target: string; last_error: string | null }>`
    select target, last_error from outbox order by failures desc, id limit ${MAX_TOLD}
  `.execute(db);
  return [
    ...deliveries.rows.map(({ url, count }) => `${count} ${count === 1 ? 'webhook' : 'webhooks'} to ${url}`),
    ...messages.rows.map(({ target, last_error }) => `a message to the workflow ${target}${because(last_error)}`),
  ];
}

function because(error: string | null): string {
  return error === null ? '' : ` (Temporal did not take it: ${error})`;
}
