import { sql, type RawBuilder } from 'kysely';
import { workflowIds } from '../../domain/workflow-ids.ts';
import type { Tx } from '../transaction.ts';

/** Tells the workflows of pending deliveries to look; those whose first attempt is still to come have none. */
export async function wakeDeliveries(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_delivery
    where status = 'pending' and schedule_status = 'pending' and attempts > 0 and ${which}
  `.execute(tx.sql);
  for (const { id } of rows) tx.send({ kind: 'wake', target: workflowIds.delivery(id) });
}
