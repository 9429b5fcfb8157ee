import { Client, Connection } from '@temporalio/client';
import { join } from 'node:path';
import { anyFreePort } from '../../../dev/ports.ts';
import type { ServerProcess } from '../../../dev/children.ts';
import type { Environment } from '../../../src/config.ts';
import { startBalancer } from '../../resilience/balancer.ts';
import { createApiClient, type Call } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/smtp-server.ts';
import { ROOT } from './compose.ts';
import { startComposeTemporal } from './compose-temporal.ts';
import { pickPlaces, prepareLocalCompose, type LocalCompose } from './local-compose.ts';

/** Of the service's processes, those that the file starts as often. */
export const FLEET = ['api', 'worker', 'api', 'worker', 'mail'] as const;
type ServiceName = (typeof FLEET)[number];

export interface ServiceProcess {
  name: ServiceName;
  /** Where it listens, if it does. */
  port: number;
  server: ServerProcess;
}

/** What docker-compose.yml describes, on a Postgres, with a receiver of webhooks and a balancer in the proxy's place. */
export interface ComposeStack {
  local: LocalCompose;
  receiver: Receiver;
  /** Takes the mail that goes out. */
  smtp: TestSmtpServer;
  /** Where clients ask, through the balancer, ending in `/v1`. */
  url: string;
  /** As two clients ask, each over its own connection. */
  call: Call;
  /** Makes Temporal's databases where they are not there, and starts it. */
  startTemporal(): Promise<ServerProcess>;
  /** Of the Temporal that runs, for `use`. */
  withTemporal<T>(use: (client: Client) => Promise<T>): Promise<T>;
  startService(name: ServiceName): Promise<ServiceProcess>;
  newAgency(): Promise<ComposeAgency>;
  close(): Promise<void>;
}

export interface ComposeAgency {
  accountId: string;
  keys: Record<'test' | 'live', { full: string }>;
}

/**
 * Makes everything that the processes of the service need; starts none of them, and no Temporal.
 *
 * @param settings of the processes of the service, beside those of the file
 */
export async function prepareComposeStack(
  postgres: { databaseUrl: string; port: number },
  settings: Environment,
  say: (message: string) => void,
): Promise<ComposeStack> {
  /** What ends what was started, in the order in which it was. */
  const endings: (() => Promise<unknown>)[] = [];
  const smtp = await startSmtpServer(null);
  const receiver = await startReceiver();
  const balancer = await startBalancer();
  endings.push(...[smtp, receiver, balancer].map((server) => () => server.close()));
  const places = await pickPlaces(postgres.port, smtp.port);
  const { password } = new URL(postgres.databaseUrl);
  const local = await prepareLocalCompose(places, { POSTGRES_PASSWORD: password }, say);
  endings.push(() => local.remove());

  const storage = await local.start('storage', {}, () => requireOk(`http://127.0.0.1:${places.storage}/health`));
  endings.push(() => storage.stop());
  for (const job of ['storage-bucket', 'database-roles', 'migrate']) await local.jobTwice(job);
  const url = `http://127.0.0.1:${balancer.port}/v1`;
  const clients = [1, 2].map(() => createApiClient(url, () => undefined));
  endings.push(...clients.map((client) => () => client.close()));
  let calls = 0;

  return {
    local,
    receiver,
    smtp,
    url,
    call: (...request) => clients[calls++ % clients.length]!.call(...request),
    async startTemporal() {
      const server = await startComposeTemporal(local, places.temporal);
      endings.push(() => server.stop());
      return server;
    },
    async withTemporal(use) {
      const connection = await Connection.connect({ address: `127.0.0.1:${places.temporal}` });
      const namespace = local.compose().services.worker!.environment!.TEMPORAL_NAMESPACE!;
      return use(new Client({ connection, namespace })).finally(() => connection.close());
    },
    async startService(name) {
      const [port, operations] = [await anyFreePort(), await anyFreePort()];
      const own = {
        ...receiver.settings,
        [name === 'mail' ? 'INBOUND_MAIL_PORT' : 'PORT']: String(port),
        OPERATIONS_PORT: String(operations),
        DATABASE_POOL_SIZE: '8',
        ...settings,
      };
      const backend = { port, readyUrl: `http://127.0.0.1:${operations}/readyz` };
      const server = await local.start(name, own, () => requireOk(backend.readyUrl));
      endings.push(() => server.stop());
      if (name !== 'api') return { name, port, server };
      balancer.add(backend);
      await eventually(
        'the balancer to know it',
        async () => (await fetch(`${url}/openapi.json`).catch(() => null))?.ok,
      );
      return {
        name,
        port,
        server: { ...server, stop: () => server.stop().finally(() => balancer.remove(backend)) },
      };
    },
    newAgency: () => addAgency(local),
    async close() {
      for (const end of endings.toReversed()) await end();
    },
  };
}

async function requireOk(url: string): Promise<void> {
  const { ok } = await fetch(url);
  if (!ok) throw new Error(`${url} says no`);
}

async function addAgency(local: LocalCompose): Promise<ComposeAgency> {
  await local.job('admin', 'catalog', 'import', join(ROOT, 'catalog/directories.json'));
  const json = async (...args: string[]) => JSON.parse(await local.job('admin', ...args, '--json'));
  const { id } = await json('account', 'create', '--name', 'An agency', '--email', 'owner@agency.example');
  await json('account', 'purchase', id, '--launches', '5', '--reference', 'invoice 1');
  const { key: test } = await json('key', 'create', id, '--mode', 'test');
  const { key: live } = await json('key', 'create', id, '--mode', 'live');
  return { accountId: id, keys: { test: { full: test }, live: { full: live } } };
}
