import { CompleteAsyncError } from '@temporalio/activity';
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Observe } from '../observe.ts';

/** Tells how each execution of an activity ended. One that leaves its end to others has done its part. */
export function observeActivities(observe: Observe): ActivityInterceptorsFactory {
  return ({ info: { activityType: name } }) => {
    const execute: ActivityInboundCallsInterceptor['execute'] = async (input, next) => {
      const startedAt = performance.now();
      const tell = (outcome: 'completed' | 'failed', result?: unknown) =>
        observe.activity({ name, outcome, durationMs: performance.now() - startedAt, result });
      try {
        const result = await next(input);
        tell('completed', result);
        return result;
      } catch (error) {
        tell(error instanceof CompleteAsyncError ? 'completed' : 'failed');
        throw error;
      }
    };
    return { inbound: { execute } };
  };
}
