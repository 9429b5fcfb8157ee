import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anyFreePort } from '../../dev/ports.ts';
import type { Environment } from '../../src/config.ts';
import { readSampleCatalog } from '../../src/main/sample-catalog.ts';
import { loadCatalog } from '../../src/services/catalog/load-catalog.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { workflowBundle } from '../support/temporal.ts';
import { startKillableServers, type KillableServers } from './killable-servers.ts';
import { connectionOf, ended } from './worker-process.ts';

const ENDPOINTS = 4;
const CLAIMER_MS = 60_000;

/** An agency with endpoints, over servers and processes that may be killed. */
export interface SenderWorld {
  servers: KillableServers;
  receiver: Receiver;
  api: TestService;
  accountId: string;
  key: string;
  endpoints: string[];
  /** Workers that send, oldest first. */
  workers: ChildProcess[];
  /** Adds a worker, however often it takes while servers are away; resolves when it sends. */
  addWorker(): Promise<void>;
  /** An API process of its own, and its address. */
  startApiProcess(): Promise<{ child: ChildProcess; url: string }>;
  close(): Promise<void>;
}

export async function startSenderWorld(): Promise<SenderWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-sender-'));
  const bundle = join(folder, 'workflows.cjs');
  await writeFile(bundle, (await workflowBundle()).code);
  const servers = await startKillableServers('senders');
  const receiver = await startReceiver();
  const settings = {
    ...receiver.settings,
    DATABASE_URL: servers.databaseUrl,
    TEMPORAL_ADDRESS: servers.temporalAddress,
  };
  const api = await startTestService(settings);
  await api.service.db.migrate();
  await loadCatalog(api.service.db.sql, await readSampleCatalog());
  await hurrySchedules(api);
  const { accountId, keys } = await api.newAgency();
  const key = keys.test.full;
  const endpoints: string[] = [];
  for (let made = 0; made < ENDPOINTS; made++) {
    const json = { url: `${receiver.url}/${made}` };
    endpoints.push(expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201).body.id as string);
  }
  const environment = { ...settings, ...connectionOf(api) };
  const workers: ChildProcess[] = [];
  const children: ChildProcess[] = [];

  let isClosed = false;

  async function start(program: string, env: Environment): Promise<ChildProcess> {
    const path = fileURLToPath(new URL(program, import.meta.url));
    const child = fork(path, {
      env: { ...process.env, ...environment, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.push(child);
    await Promise.race([once(child, 'message'), ended(child)]);
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${program} ended while starting`);
    return child;
  }

  return {
    servers,
    receiver,
    api,
    accountId,
    key,
    endpoints,
    workers,
    async addWorker() {
      while (!isClosed) {
        const child = await start('./crashing-sender.ts', { BUNDLE: bundle }).catch(() => null);
        if (!child) continue;
        child.once('exit', () => workers.splice(0, workers.length, ...workers.filter((worker) => worker !== child)));
        await eventually('the claims of the worker', () => isClaimer(api, child.pid!), CLAIMER_MS);
        workers.push(child);
        return;
      }
    },
    async startApiProcess() {
      const port = await anyFreePort();
      const child = await start('./crashing-api.ts', { PORT: String(port) });
      return { child, url: `http://127.0.0.1:${port}/v1` };
    },
    async close() {
      isClosed = true;
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(children.map(ended));
      await api.close();
      await receiver.close();
      await servers.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Makes the waits of the schedule a second long. */
async function hurrySchedules({ service }: TestService): Promise<void> {
  await service.db.pool.query(`
    create function hurry() returns trigger language plpgsql as $$ begin
      if new.attempts > old.attempts and new.next_attempt_at is not null then
        new.next_attempt_at := new.last_attempted_at + interval '1 second';
      end if;
      return new;
    end $$;
    create trigger hurry before update on webhook_delivery for each row execute function hurry();
  `);
}

async function isClaimer({ service }: TestService, pid: number): Promise<boolean> {
  const text = `select 1 from claimer where process like '%:' || $1::text`;
  const found = await service.db.pool.query(text, [String(pid)]).catch(() => null);
  return found?.rowCount === 1;
}
