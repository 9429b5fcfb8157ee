import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';

/**
 * Fails an activity that is still under way when its worker's grace is over, so that another worker takes it up at once
 * and not after its timeout. What goes on of it in this process until it ends is safe to repeat, as after a crash.
 */
export const giveUpAtShutdown: ActivityInterceptorsFactory = ({ cancelled }) => ({
  inbound: {
    async execute(input, next) {
      const shutdown = cancelled.catch((error: unknown) => {
        if ((error as Error).message !== 'WORKER_SHUTDOWN') return new Promise<never>(() => undefined);
        throw ApplicationFailure.create({
          message: 'the worker was shut down',
          type: 'WorkerShutdown',
          nextRetryDelay: 1,
        });
      });
      return Promise.race([next(input), shutdown]);
    },
  },
});
