import { answerParent, type Child } from './child.ts';

/** A process that sends what waits in its table, while it is told to. */
export interface Sender {
  /** @param concurrency posts under way at once; the service knows its own limits */
  start(concurrency: number): Promise<void>;
  /** Returns the CPU seconds that the process has used since `start`. */
  stop(): Promise<number>;
  close(): Promise<void>;
}

type Order = { start: { concurrency: number } } | 'stop';

/** @param child a process that calls `answerSender` */
export function asSender(child: Child): Sender {
  return {
    async start(concurrency) {
      await child.ask({ start: { concurrency } } satisfies Order);
    },
    stop: () => child.ask<number>('stop' satisfies Order),
    close: () => child.close(),
  };
}

/**
 * In the process: obeys its parent.
 *
 * @param run starts sending and returns what stops it
 */
export function answerSender(run: (concurrency: number) => () => Promise<void>): void {
  let stop = () => Promise.resolve();
  let usage = process.cpuUsage();
  answerParent(async (order: Order) => {
    if (order === 'stop') {
      await stop();
      const { user, system } = process.cpuUsage(usage);
      return (user + system) / 1_000_000;
    }
    usage = process.cpuUsage();
    stop = run(order.start.concurrency);
    return null;
  });
}
