import type { Headers, Payload } from '@temporalio/common';
import type { WorkflowInterceptors } from '@temporalio/workflow';

const HEADER = 'traceparent';

/** What a workflow does long after it was woken does not follow from that any more. */
const CARRIED_MS = 3_600_000;

/** Hands the trace that woke a workflow last to its activities and its next run. Headers are no part of what is replayed. */
export function interceptors(): WorkflowInterceptors {
  let carried: Payload | undefined;
  let sinceMs = 0;

  function see({ headers: { [HEADER]: payload } }: { headers: Headers }): void {
    if (!payload) return;
    carried = payload;
    sinceMs = Date.now();
  }

  function carry<T extends { headers: Headers }>(input: T): T {
    if (!carried || Date.now() - sinceMs > CARRIED_MS) return input;
    return { ...input, headers: { ...input.headers, [HEADER]: carried } };
  }

  return {
    inbound: [
      {
        execute(input, next) {
          see(input);
          return next(input);
        },
        handleSignal(input, next) {
          see(input);
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(carry(input)),
        scheduleLocalActivity: (input, next) => next(carry(input)),
        continueAsNew: (input, next) => next(carry(input)),
      },
    ],
  };
}
