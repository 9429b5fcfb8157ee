import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Observe } from '../observe.ts';
import { createEventMetrics } from '../operations/event-metrics.ts';
import { healthRoutes } from '../operations/health-routes.ts';
import { metricsRoute } from '../operations/metrics-route.ts';
import { startOperationsServer } from '../operations/operations-server.ts';
import { addProcessMetrics } from '../operations/process-metrics.ts';
import { createReadiness, type Readiness } from '../operations/readiness.ts';
import type { OperationsRoute } from '../operations/route.ts';
import { NO_TRACE, type Trace } from '../trace.ts';
import { createTrace } from '../tracing/create-trace.ts';
import type { Running } from './service.ts';

/** The port of each kind of process, so that one of each runs on a machine without a setting. */
export const DEFAULT_OPERATIONS_PORTS = { api: 9_464, worker: 9_465, mail: 9_466 };

/** What a process tells its operator. It starts before the rest and stops last. */
export interface Operations extends Running {
  url: string;
  readiness: Readiness;
  /** What `/metrics` shows. */
  registry: Registry;
  /** Counts what happens in this process. */
  observe: Observe;
  /** Records it, where the settings say so. */
  trace: Trace;
  /** Serves one more path. */
  add(route: OperationsRoute): void;
}

/** @param sdkMetricsPort where Temporal's SDK serves its metrics; null in a process that does not use it */
export async function startOperations(
  { operations: { host, port }, tracing }: Pick<Config, 'operations' | 'tracing'>,
  defaultPort: number,
  log: Logger,
  sdkMetricsPort: number | null = null,
): Promise<Operations> {
  const readiness = createReadiness(log);
  const trace = tracing && createTrace(tracing);
  const registry = new Registry();
  addProcessMetrics(registry, readiness);
  const routes = [...healthRoutes(readiness), metricsRoute(registry, sdkMetricsPort)];
  const server = await startOperationsServer({ host, port: port ?? defaultPort }, routes, log);
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`;
  log.info({ url }, 'the operations port listens');
  return {
    url,
    readiness,
    registry,
    observe: createEventMetrics(registry),
    trace: trace ?? NO_TRACE,
    add: (route) => server.add(route),
    async close() {
      await trace?.close();
      await server.close();
    },
  };
}
