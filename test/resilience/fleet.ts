import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anyFreePort } from '../../dev/ports.ts';
import type { Environment } from '../../src/config.ts';
import { compileCache } from '../support/compile-cache.ts';
import { eventually } from '../support/eventually.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { startDevServer, workflowBundle } from '../support/temporal.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { connectionOf, ended, startWorkerProcess } from './worker-process.ts';

/** API processes behind a balancer and worker processes, over one Postgres and one Temporal, with a receiver of webhooks. */
export interface Fleet {
  balancer: Balancer;
  receiver: Receiver;
  /** An API of the test's own, beside the balancer, for what is no load. */
  api: TestService;
  /** Where clients ask, through the balancer, ending in `/v1`. */
  url: string;
  /** Starts a process; resolves once it does its work. */
  startApi(): Promise<ChildProcess>;
  startWorker(): Promise<ChildProcess>;
  close(): Promise<void>;
}

const API = fileURLToPath(new URL('../../src/main/api.ts', import.meta.url));

export async function startFleet(settings: Environment): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-fleet-'));
  const bundle = join(folder, 'workflows.cjs');
  const [temporal, receiver, balancer, { code }] = await Promise.all([
    startDevServer(),
    startReceiver(),
    startBalancer(),
    workflowBundle(),
  ]);
  await writeFile(bundle, code);
  const common = { ...receiver.settings, TEMPORAL_ADDRESS: temporal.address, SIMULATION_PACE: '100' };
  const api = await startTestService(common);
  const environment = {
    ...common,
    ...connectionOf(api),
    ...compileCache,
    OPERATIONS_PORT: '0',
    LOG_LEVEL: 'silent',
    ...settings,
  };
  const children = new Set<ChildProcess>();

  function follow(child: ChildProcess): ChildProcess {
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }

  return {
    balancer,
    receiver,
    api,
    url: `http://127.0.0.1:${balancer.port}/v1`,
    async startApi() {
      const [port, operations] = [await anyFreePort(), await anyFreePort()];
      const env = { ...process.env, ...environment, PORT: String(port), OPERATIONS_PORT: String(operations) };
      const child = follow(fork(API, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }));
      const backend = { port, readyUrl: `http://127.0.0.1:${operations}/readyz` };
      balancer.add(backend);
      child.once('exit', () => balancer.remove(backend));
      await eventually(
        'an API to be ready',
        async () => isOver(child) || (await fetch(backend.readyUrl).catch(() => null))?.ok,
      );
      return child;
    },
    async startWorker() {
      const child = follow(startWorkerProcess(environment, bundle));
      await Promise.race([once(child, 'message'), ended(child)]);
      return child;
    },
    async close() {
      const left = [...children];
      for (const child of left) child.kill('SIGKILL');
      await Promise.all(left.map(ended));
      await balancer.close();
      await api.close();
      await receiver.close();
      await temporal.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Whether a process has ended. */
export function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
