import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Call } from '../support/api-client.ts';
import { createReadyProject, projectBody } from '../support/factories.ts';
import { TAKES_ANYTHING } from '../support/open-directories.ts';
import type { Load } from './load.ts';

/** What a test asks the database itself by. */
export interface WithPool {
  service: { db: { pool: Pick<pg.Pool, 'query'> } };
}

/** Closes all directories but so many that take anything and move a listing to its end without anybody's help. */
export async function keepDirectories({ service }: WithPool, count: number): Promise<void> {
  await service.db.pool.query(
    `update directory set open = id in (
       select id from directory
       where open and ${TAKES_ANYTHING} and simulated_outcome in ('live', 'live_at_once', 'declined') order by id limit $1
     )`,
    [count],
  );
}

/** An agency whose clients ask, and one of its webhook endpoints. */
export interface LoadedAgency {
  key: string;
  endpoint: string;
  launchPauseMs: number;
}

/**
 * Adds clients that read, create, launch, and have webhooks sent, each one thing after the other. What they create they
 * create with an idempotency key.
 */
export function addClients(load: Load, { key, endpoint, launchPauseMs }: LoadedAgency): void {
  for (const path of ['/projects?limit=20', '/events?limit=20', '/account', '/directories']) {
    load.client('read', 100, (call) => call('GET', path, { key }));
  }
  load.client('create with a key', 200, (call) => keyed(call)('POST', '/projects', { key, json: projectBody() }));
  load.client('launch', launchPauseMs, async (call) => {
    const { id } = await createReadyProject(keyed(call), key);
    await keyed(call)('POST', `/projects/${id}/launch`, { key, json: { auto_replace: false } });
  });
  load.client('webhook test', 100, (call) => call('POST', `/webhook_endpoints/${endpoint}/test`, { key }));
}

/** Sends a key with what makes a project or launches one; a client that tries again sends the same. */
function keyed(call: Call): Call {
  return (method, path, options = {}) => {
    const takesKey = method === 'POST' && /^\/projects(\/[^/]+\/launch)?$/.test(path);
    const headers = { ...options.headers, ...(takesKey ? { 'idempotency-key': randomUUID() } : {}) };
    return call(method, path, { ...options, headers });
  };
}
