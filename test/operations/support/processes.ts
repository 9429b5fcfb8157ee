/** The service as it runs in production: a process of each kind, over a database and a Temporal server that can be cut off. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { anyFreePort } from '../../../dev/ports.ts';
import type { TemporalServer } from '../../../dev/temporal-server.ts';
import type { Environment } from '../../../src/config.ts';
import { connectionOf, ended } from '../../resilience/worker-process.ts';
import { createApiClient, type Call } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { startDevServer } from '../../support/temporal.ts';
import { askReady } from './ask.ts';

const KINDS = ['api', 'worker', 'mail'] as const;
type Kind = (typeof KINDS)[number];

export interface Processes {
  /** Owns the database; its API is another one than that of the processes. */
  owner: TestService;
  temporal: TemporalServer;
  /** On the processes' way to Temporal. */
  temporalLine: TcpProxy;
  receiver: Receiver;
  /** Of the API process. */
  call: Call;
  /** The operations port of each process. */
  urls: Record<Kind, string>;
  /** Tells a process to stop, and does not wait for it. */
  stop(kind: Kind): void;
  close(): Promise<void>;
}

/** @param settings beside the usual ones */
export async function startProcesses(settings: Environment = {}): Promise<Processes> {
  const [owner, temporal, receiver] = await Promise.all([startTestService(), startDevServer(), startReceiver()]);
  const [host, port] = temporal.address.split(':');
  const temporalLine = await startTcpProxy({ host: host!, port: Number(port) });
  const apiPort = await anyFreePort();
  const origin = `http://127.0.0.1:${apiPort}`;
  const mailPort = await anyFreePort();
  const stopped = new Set<Kind>();
  const children = {} as Record<Kind, ChildProcess>;
  const urls = {} as Record<Kind, string>;
  for (const kind of KINDS) {
    const operationsPort = await anyFreePort();
    urls[kind] = `http://127.0.0.1:${operationsPort}`;
    children[kind] = fork(fileURLToPath(new URL(`../../../src/main/${kind}.ts`, import.meta.url)), {
      env: {
        ...process.env,
        ...connectionOf(owner),
        ...receiver.settings,
        TEMPORAL_ADDRESS: `127.0.0.1:${temporalLine.port}`,
        PORT: String(apiPort),
        PUBLIC_URL: origin,
        INBOUND_MAIL_PORT: String(mailPort),
        MAIL_DOMAIN: 'mail.localhost',
        MAIL_DIR: owner.mailFolder,
        OPERATIONS_PORT: String(operationsPort),
        LOG_LEVEL: 'silent',
        SIMULATION_PACE: '100',
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }
  const client = createApiClient(`${origin}/v1`, () => undefined);
  // A second signal would end it at once.
  const stop = (kind: Kind) => {
    if (stopped.has(kind)) return;
    stopped.add(kind);
    children[kind].kill('SIGTERM');
  };
  const close = async () => {
    await client.close();
    for (const kind of KINDS) stop(kind);
    await Promise.all(Object.values(children).map(ended));
    await temporalLine.close();
    await receiver.close();
    await temporal.stop();
    await owner.close();
  };
  try {
    for (const kind of KINDS) await eventually(`${kind} to be ready`, () => isReady(urls[kind]));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    owner,
    temporal,
    temporalLine,
    receiver,
    call: client.call,
    urls,
    stop,
    close,
  };
}

async function isReady(url: string): Promise<boolean> {
  return askReady(url).then(
    ({ ready }) => ready,
    () => false,
  );
}
