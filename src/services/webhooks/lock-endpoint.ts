import { sql, type Selectable } from 'kysely';
import type { Schema } from '../../db/database.ts';
import { findWebhookEndpoint } from '../../db/finders/webhooks.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { notFound } from '../../errors.ts';
import type { WebhookEndpointView } from '../../resources/webhook-endpoint.ts';
import type { Tx } from '../transaction.ts';

export type LockedEndpoint = Pick<Selectable<Schema['webhook_endpoint']>, 'enabled' | 'failing_since'>;

/**
 * Locks an endpoint, before its deliveries.
 *
 * @throws ServiceError `not_found` when it was deleted meanwhile
 */
export async function lockEndpoint(tx: Tx, endpointId: string): Promise<LockedEndpoint> {
  const { rows } = await sql<LockedEndpoint>`/* prepared lock_webhook_endpoint */
    select enabled, failing_since from webhook_endpoint where id = ${endpointId} and deleted_at is null for no key update
  `.execute(tx.sql);
  if (!rows[0]) throw notFound('webhook endpoint');
  return rows[0];
}

/** The endpoint as this transaction leaves it. */
export async function readLockedEndpoint(tx: Tx, endpointId: string): Promise<WebhookEndpointView> {
  return (await findWebhookEndpoint(tx.sql, tx.scope, endpointId, tx.now))!;
}

/** Tells the workflow of an endpoint that fails that it has less to wait for. */
export function wakeEndpointHealth(tx: Tx, endpointId: string, { failing_since }: LockedEndpoint): void {
  if (failing_since) tx.send({ kind: 'wake', target: workflowIds.endpoint(endpointId) });
}
