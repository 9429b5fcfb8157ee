import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Transactions that began before an endpoint was deleted, and may still make a delivery to it, have ended by then. */
const SETTLED_MS = 60_000;

/**
 * Purges deleted endpoints: their deliveries with the attempts of these, then those that have none left. It waits for
 * nobody's rows: a delivery that is being sent, and with it its endpoint, is left to the next run.
 *
 * @param limit how many rows at most, without attempts
 * @returns how many; 0 when none is left
 */
export async function sweepEndpoints({ db }: { db: Database }, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_endpoint where deleted_at <= ${new Date(now.getTime() - SETTLED_MS)} order by deleted_at, id
  `.execute(db.sql);
  let deleted = 0;
  for (const { id } of rows) {
    deleted += await deleteDeliveries(db, id, limit - deleted);
    if (deleted < limit) deleted += await deleteEmptyEndpoint(db, id);
    if (deleted >= limit) break;
  }
  return deleted;
}

async function deleteDeliveries(db: Database, endpointId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery where id = any(array(
      select id from webhook_delivery where endpoint_id = ${endpointId} and claim is null
      order by id desc limit ${limit} for update skip locked
    ))
  `.execute(db.sql);
  return Number(numAffectedRows);
}

async function deleteEmptyEndpoint(db: Database, endpointId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_endpoint w
    where w.id = ${endpointId} and not exists (select from webhook_delivery d where d.endpoint_id = w.id)
  `.execute(db.sql);
  return Number(numAffectedRows);
}
