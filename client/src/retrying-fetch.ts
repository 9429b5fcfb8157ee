import { sleep } from './sleep.ts';

export interface RetryLimits {
  maxRetries: number;
  maxWaitMs: number;
}

type Send = (request: Request) => Promise<Response>;

const FIRST_WAIT_MS = 500;
/** Methods that can be repeated whatever became of the first request. */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']);

/**
 * A fetch that sends again what failed for a moment: after 429, 503 and 409 `idempotency_key_in_use`, as `Retry-After` says,
 * and after a failed connection. A request that might have happened is repeated only where that does no harm.
 */
export function createRetryingFetch(send: Send, { maxRetries, maxWaitMs }: RetryLimits): Send {
  return async (request) => {
    for (let retries = 0; ; retries++) {
      const outcome = await attempt(send, request);
      if (retries >= maxRetries || !canRepeat(request, outcome)) return settle(outcome);
      const waitMs = waitBefore(retries, outcome);
      if (waitMs > maxWaitMs) return settle(outcome);
      if (outcome instanceof Response) await outcome.body?.cancel();
      await sleep(waitMs, request.signal);
    }
  };
}

/** An answer, or why there is none. */
type Outcome = Response | { fault: unknown };

async function attempt(send: Send, request: Request): Promise<Outcome> {
  try {
    return await send(request.clone());
  } catch (fault) {
    return { fault };
  }
}

function settle(outcome: Outcome): Response {
  if (outcome instanceof Response) return outcome;
  throw outcome.fault;
}

function canRepeat(request: Request, outcome: Outcome): boolean {
  const isHarmless = REPEATABLE.has(request.method) || request.headers.has('Idempotency-Key');
  if (!(outcome instanceof Response)) return isHarmless && !request.signal.aborted;
  // What was refused for its rate did not happen; what was unavailable may have.
  if (outcome.status === 429) return true;
  if (outcome.status === 503) return isHarmless;
  // Of the conflicts, only that of two requests with one key says when to come again.
  return outcome.status === 409 && outcome.headers.has('Retry-After');
}

function waitBefore(retries: number, outcome: Outcome): number {
  const seconds = outcome instanceof Response ? outcome.headers.get('Retry-After') : null;
  if (seconds !== null && /^\d+$/.test(seconds)) return Number(seconds) * 1_000;
  return FIRST_WAIT_MS * 2 ** retries * (0.5 + Math.random() / 2);
}
