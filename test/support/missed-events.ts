import type { Scope } from '../../src/db/scope.ts';
import type { EventType } from '../../src/domain/events.ts';
import { inTransaction, type TransactionDeps } from '../../src/services/transaction.ts';

/** Records as many events of a type, each with an object of its own, at the service's time. @returns their ids */
export async function recordEvents(
  deps: TransactionDeps,
  scope: Scope,
  type: EventType,
  count: number,
): Promise<string[]> {
  const ids = await inTransaction(deps, scope, (tx) => {
    const events = Array.from({ length: count }, (_, index) => ({ object: { object: 'project', index } }));
    return Promise.resolve(
      events.map(({ object }) => tx.record({ type, project: null, data: { object, previous_status: null } })),
    );
  });
  return ids;
}

/** Makes deliveries of these events what they are after 7 failures. */
export async function failDeliveries({ db }: Pick<TransactionDeps, 'db'>, eventIds: string[]): Promise<void> {
  await db.pool.query(
    `update webhook_delivery set schedule_status = 'failed', attempts = 7, next_attempt_at = null, schedule_due_at = null
     where event_id = any($1)`,
    [eventIds],
  );
}
