import { sql } from 'kysely';
import type { Scope } from '../../db/scope.ts';
import type { ServiceDeps } from '../deps.ts';
import { inTransaction } from '../transaction.ts';
import { lockEndpoint, wakeEndpointHealth } from './lock-endpoint.ts';
import { wakeDeliveries } from './wake-deliveries.ts';

export interface DeletedEndpoint {
  object: 'webhook_endpoint';
  id: string;
  livemode: boolean;
  deleted: true;
}

/**
 * Deletes an endpoint: hidden at once, nothing more is sent to it. Its rows are purged later, in batches; its events stay
 * in the feed.
 *
 * @throws ServiceError `not_found`
 */
export function deleteEndpoint(deps: ServiceDeps, scope: Scope, endpointId: string): Promise<DeletedEndpoint> {
  return inTransaction(deps, scope, async (tx) => {
    const before = await lockEndpoint(tx, endpointId);
    await tx.sql
      .updateTable('webhook_endpoint')
      .set({ deleted_at: tx.now, updated_at: tx.now })
      .where('id', '=', endpointId)
      .execute();
    await wakeDeliveries(tx, sql`endpoint_id = ${endpointId}`);
    wakeEndpointHealth(tx, endpointId, before);
    return { object: 'webhook_endpoint', id: endpointId, livemode: scope.livemode, deleted: true };
  });
}
