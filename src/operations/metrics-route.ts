import type { Registry } from 'prom-client';
import type { OperationsRoute } from './route.ts';

/** `/metrics`, in Prometheus's text format. */
export function metricsRoute(registry: Registry): OperationsRoute {
  return {
    method: 'GET',
    path: '/metrics',
    answer: async () => ({ status: 200, type: registry.contentType, text: await registry.metrics() }),
  };
}
