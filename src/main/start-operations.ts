import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { healthRoutes } from '../operations/health-routes.ts';
import { metricsRoute } from '../operations/metrics-route.ts';
import { startOperationsServer } from '../operations/operations-server.ts';
import { createReadiness, type Readiness } from '../operations/readiness.ts';
import type { OperationsRoute } from '../operations/route.ts';
import type { Running } from './service.ts';

/** The port of each kind of process, so that one of each runs on a machine without a setting. */
export const DEFAULT_OPERATIONS_PORTS = { api: 9_464, worker: 9_465, mail: 9_466 };

/** What a process tells its operator. It starts before the rest and stops last. */
export interface Operations extends Running {
  url: string;
  readiness: Readiness;
  /** Serves one more path. */
  add(route: OperationsRoute): void;
}

export async function startOperations(
  { operations: { host, port } }: Pick<Config, 'operations'>,
  defaultPort: number,
  log: Logger,
): Promise<Operations> {
  const readiness = createReadiness(log);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const routes = [...healthRoutes(readiness), metricsRoute(registry)];
  const server = await startOperationsServer({ host, port: port ?? defaultPort }, routes, log);
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`;
  log.info({ url }, 'the operations port listens');
  return { url, readiness, add: (route) => server.add(route), close: () => server.close() };
}
