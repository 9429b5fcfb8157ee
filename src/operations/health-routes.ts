import type { Readiness } from './readiness.ts';
import type { OperationsRoute } from './route.ts';

/** `/healthz`: the event loop turns, restart the process if it does not. `/readyz`: it can do its work, send it some. */
export function healthRoutes(readiness: Readiness): OperationsRoute[] {
  return [
    { method: 'GET', path: '/healthz', answer: () => ({ status: 200, json: { status: 'ok' } }) },
    {
      method: 'GET',
      path: '/readyz',
      async answer() {
        const report = await readiness.report();
        return { status: report.ready ? 200 : 503, json: report };
      },
    },
  ];
}
