import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Trace, Traceparent } from '../trace.ts';

/** The header that takes a trace through Temporal; `workflows/carry-trace.ts` hands it from a workflow to its activities. */
const HEADER = 'traceparent';

/** What the relay sends to a workflow belongs to the trace of who sent it. */
export function traceMessages(trace: Trace): WorkflowClientInterceptor {
  const traced = <T extends { headers: Headers }>(input: T): T => {
    const traceparent = trace.current();
    if (traceparent === null) return input;
    return { ...input, headers: { ...input.headers, [HEADER]: defaultPayloadConverter.toPayload(traceparent) } };
  };
  return {
    startWithDetails: (input, next) => next(traced(input)),
    signalWithStart: (input, next) => next(traced(input)),
  };
}

/** Each execution of an activity as a span, under what woke its workflow. */
export function traceActivities(trace: Trace): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: (input, next) => {
        const attributes = {
          'temporal.workflow.id': info.workflowExecution?.workflowId ?? '',
          'temporal.workflow.type': info.workflowType ?? '',
          'temporal.activity.attempt': info.attempt,
        };
        const parent = traceparentOf(input.headers);
        return trace.span(info.activityType, { kind: 'internal', parent, attributes }, () => next(input));
      },
    },
  });
}

function traceparentOf({ [HEADER]: payload }: Headers): Traceparent | null {
  return payload ? defaultPayloadConverter.fromPayload<Traceparent>(payload) : null;
}
