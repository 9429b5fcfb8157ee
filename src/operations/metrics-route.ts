import type { Registry } from 'prom-client';
import { readSdkMetrics } from './sdk-metrics.ts';
import type { OperationsRoute } from './route.ts';

/**
 * `/metrics`, in Prometheus's text format.
 *
 * @param sdkMetricsPort where Temporal's SDK serves its own, which follow; null where it is not used
 */
export function metricsRoute(registry: Registry, sdkMetricsPort: number | null): OperationsRoute {
  return {
    method: 'GET',
    path: '/metrics',
    async answer() {
      const own = await registry.metrics();
      const sdk = sdkMetricsPort === null ? '' : await readSdkMetrics(sdkMetricsPort);
      return { status: 200, type: registry.contentType, text: `${own}${sdk}` };
    },
  };
}
