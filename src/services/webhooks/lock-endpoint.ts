import { sql } from 'kysely';
import { findWebhookEndpoint } from '../../db/finders/webhooks.ts';
import { notFound } from '../../errors.ts';
import type { WebhookEndpointView } from '../../resources/webhook-endpoint.ts';
import type { Tx } from '../transaction.ts';

/**
 * Locks an endpoint, before its deliveries.
 *
 * @throws ServiceError `not_found` when it was deleted meanwhile
 */
export async function lockEndpoint(tx: Tx, endpointId: string): Promise<{ enabled: boolean }> {
  const { rows } = await sql<{ enabled: boolean }>`
    select enabled from webhook_endpoint where id = ${endpointId} and deleted_at is null for no key update
  `.execute(tx.sql);
  if (!rows[0]) throw notFound('webhook endpoint');
  return rows[0];
}

/** The endpoint as this transaction leaves it. */
export async function readLockedEndpoint(tx: Tx, endpointId: string): Promise<WebhookEndpointView> {
  return (await findWebhookEndpoint(tx.sql, tx.scope, endpointId, tx.now))!;
}
