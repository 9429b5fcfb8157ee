import { Connection } from '@temporalio/client';
import type { ServerProcess } from '../../../dev/children.ts';
import { anyFreePort } from '../../../dev/ports.ts';
import type { LocalCompose } from './local-compose.ts';

const PORTS = ['MEMBERSHIP', 'HISTORY', 'MATCHING', 'FRONTEND_MEMBERSHIP', 'HISTORY_MEMBERSHIP', 'MATCHING_MEMBERSHIP'];

/** Starts the server of the compose file with the jobs that come before and after it, each twice. */
export async function startComposeTemporal(local: LocalCompose, port: number): Promise<ServerProcess> {
  for (const job of ['database-temporal', 'temporal-schema']) await local.jobTwice(job);
  const settings: Record<string, string> = { TEMPORAL_PORT: String(port), TEMPORAL_BIND: '127.0.0.1' };
  for (const name of [...PORTS, 'WORKER', 'WORKER_MEMBERSHIP']) {
    settings[`TEMPORAL_${name}_PORT`] = String(await anyFreePort());
  }
  const server = await local.start('temporal', settings, async () => {
    const probe = await Connection.connect({ address: `127.0.0.1:${port}`, connectTimeout: 2_000 });
    await probe.close();
  });
  await local.jobTwice('temporal-namespace');
  return server;
}
