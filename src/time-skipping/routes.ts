import type { Clock } from '../clock.ts';
import type { OperationsAnswer, OperationsRoute } from '../operations/route.ts';
import { readSkipRequest } from './skip-request.ts';
import type { Skipped, Skipper } from './skipper.ts';

/** `POST /skip` moves the stack's time on and answers when what fell due on the way is done; `GET /now` tells that time. */
export function timeSkippingRoutes(skipper: Pick<Skipper, 'skip'>, clock: Clock): OperationsRoute[] {
  return [
    {
      method: 'POST',
      path: '/skip',
      answer: async ({ body }) => answerSkip(await skipper.skip(readSkipRequest(body))),
    },
    { method: 'GET', path: '/now', answer: () => ({ status: 200, json: { now: clock.now() } }) },
  ];
}

function answerSkip({ from, now, waitingFor }: Skipped): OperationsAnswer {
  const moved = { now, skipped_ms: now.getTime() - from.getTime() };
  if (waitingFor.length === 0) return { status: 200, json: moved };
  const error = `The skip was not over in time. It waited for ${waitingFor.join(', ')}.`;
  return { status: 504, json: { error, ...moved, waiting_for: waitingFor } };
}
