import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { anyFreePort } from '../dev/ports.ts';
import { provideTemporalCli } from '../dev/temporal-cli.ts';
import { startTemporalServer, type TemporalServer } from '../dev/temporal-server.ts';
import { searchAttributes } from '../workflows/search-attributes.ts';
import type { Child } from './child.ts';
import type { Setting } from './setting.ts';
import { until } from './until.ts';

/** A development server that keeps its workflows in memory: in a file, its disk would be all that is measured. */
export async function startTemporal(): Promise<TemporalServer> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-bench-temporal-'));
  const server = await startTemporalServer({
    executable: await provideTemporalCli(process.env, console.log),
    folder,
    persistent: false,
    port: anyFreePort,
    uiPort: anyFreePort,
    searchAttributes: Object.values(searchAttributes),
    log: () => undefined,
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Starts a worker process of the service and waits until it takes messages. */
export async function startWorkerProcess(setting: Setting, temporal: TemporalServer, pace = 1): Promise<Child> {
  const { db } = setting.service;
  const worker = setting.start('../src/main/worker.ts', {
    TEMPORAL_ADDRESS: temporal.address,
    SIMULATION_PACE: String(pace),
  });
  await until('the worker takes messages', 50, async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where application_name = 'claimer' and datname = current_database()
    `.execute(db.sql);
    return rows.length > 0;
  });
  return worker;
}

/** What starting and finishing some workflows came to. */
export interface BareRun {
  seconds: number;
  /** In each workflow's history. */
  events: number;
}

/** Starts the baseline's worker; it answers a number by running so many workflows. */
export function startBareWorker(setting: Setting, temporal: TemporalServer): (workflows: number) => Promise<BareRun> {
  const worker = setting.start('./bare-temporal-worker.ts', { TEMPORAL_ADDRESS: temporal.address });
  return (workflows) => worker.ask<BareRun>(workflows);
}
