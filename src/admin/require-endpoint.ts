import type { Sql } from '../db/database.ts';
import { readEndpointRecord, type EndpointRecord } from '../services/webhooks/endpoint-records.ts';
import { Refusal } from './refusal.ts';

/**
 * The webhook endpoint with this id.
 *
 * @throws Refusal when there is none, or it was deleted
 */
export async function requireEndpoint(db: Sql, endpointId: string): Promise<EndpointRecord> {
  const endpoint = await readEndpointRecord(db, endpointId);
  if (!endpoint) throw new Refusal(`There is no webhook endpoint ${endpointId}.`);
  return endpoint;
}
