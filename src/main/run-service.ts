import type { ActivityInterceptorsFactory, WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { systemClock, type Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { addBacklogMetrics } from '../operations/backlog-metrics.ts';
import { databaseCheck } from '../operations/checks.ts';
import { addPoolMetrics } from '../operations/process-metrics.ts';
import { loadCatalog } from '../services/catalog/load-catalog.ts';
import { readSampleCatalog } from './sample-catalog.ts';
import { openService, type CheckedPart, type Running, type Service } from './service.ts';
import { startApi } from './start-api.ts';
import { startMail } from './start-mail.ts';
import { DEFAULT_OPERATIONS_PORTS, startOperations, type Operations } from './start-operations.ts';
import { startWorker } from './start-worker.ts';

export interface RunOptions {
  config: Config;
  log: Logger;
  /** Says what is being done, for a person who waits. */
  say: (message: string) => void;
  /** Where the Temporal SDK's own metrics are, if anywhere. */
  sdkMetricsPort?: number | null;
  /** The machine's when absent. */
  clock?: Clock;
  activityInterceptors?: ActivityInterceptorsFactory[];
  /** As `bundleWorkflows` makes it; made when absent. */
  workflowBundle?: WorkerOptions['workflowBundle'];
}

/**
 * Brings the tables and the catalog up to date, and runs the API, a worker and the door for mail in this process.
 *
 * @param running what was started is added to it at once, to be closed in the reverse order
 */
export async function runService(
  { config, log, say, sdkMetricsPort, clock = systemClock, activityInterceptors, workflowBundle }: RunOptions,
  running: Running[],
): Promise<{ service: Service; operations: Operations }> {
  const operations = await startOperations(config, DEFAULT_OPERATIONS_PORTS.api, log, sdkMetricsPort);
  running.push(operations);
  const { readiness } = operations;

  say('Preparing the database and its catalog of directories');
  const service = await openService(config, clock, operations);
  running.push(service);
  readiness.require(databaseCheck(service.db));
  addPoolMetrics(operations.registry, service.db);
  await service.db.migrate();
  await loadCatalog(service.db.sql, await readSampleCatalog());

  say('Starting the API, the door for mail and the worker');
  const run = async <Part extends CheckedPart>(starting: Promise<Part>): Promise<Part> => {
    const part = await starting;
    running.push(part);
    readiness.require(...part.checks);
    return part;
  };
  // The API first: another stack may take the picked port until it listens.
  await run(startApi(config, service, log));
  await run(startMail(config, service, log));
  const { countParked } = await run(startWorker(config, service, log, workflowBundle, activityInterceptors));
  addBacklogMetrics(operations.registry, { ...service, countParked });
  readiness.started();
  running.push({ close: () => Promise.resolve(readiness.stopping()) });
  return { service, operations };
}
