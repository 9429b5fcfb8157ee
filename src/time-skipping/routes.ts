import type { Clock } from '../clock.ts';
import type { OperationsRoute } from '../operations/route.ts';
import { readSkipRequest } from './skip-request.ts';
import type { Skip } from './skipper.ts';

/** `POST /skip` moves the stack's time on and answers when what fell due on the way is done; `GET /now` tells that time. */
export function timeSkippingRoutes(skip: Skip, clock: Clock): OperationsRoute[] {
  return [
    {
      method: 'POST',
      path: '/skip',
      async answer({ body }) {
        const { from, now } = await skip(readSkipRequest(body));
        return { status: 200, json: { now, skipped_ms: now.getTime() - from.getTime() } };
      },
    },
    { method: 'GET', path: '/now', answer: () => ({ status: 200, json: { now: clock.now() } }) },
  ];
}
