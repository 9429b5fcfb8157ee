import { randomUUID } from 'node:crypto';
import { createReadyProject, projectBody } from '../../support/factories.ts';
import type { Load } from '../../resilience/load.ts';

/** Clients of one agency that read, create, launch and have webhooks sent, within its requests of an hour. */
export function addLightLoad(load: Load, key: string, endpoint: string): void {
  for (const path of ['/projects?limit=20', '/events?limit=20', '/account']) {
    load.client('read', 500, (call) => call('GET', path, { key }));
  }
  load.client('create', 1_500, (call) =>
    call('POST', '/projects', { key, json: projectBody(), headers: { 'idempotency-key': randomUUID() } }),
  );
  load.client('webhook test', 500, (call) => call('POST', `/webhook_endpoints/${endpoint}/test`, { key }));
  load.client('launch', 4_000, async (call) => {
    const { id } = await createReadyProject(call, key);
    await call('POST', `/projects/${id}/launch`, { key, json: { auto_replace: false } });
  });
}
