import { setTimeout } from 'node:timers/promises';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { aborted } from './aborted.ts';
import type { FollowingClock } from './following-clock.ts';
import type { ServerTime } from './server-time.ts';

export interface TimeGateDeps {
  time: ServerTime;
  clock: FollowingClock;
  /** Whether nothing waits to be sent outside of Temporal. */
  isAtRest: () => Promise<boolean>;
}

/** Lets the server's time jump, but never over what an activity has set off. */
export interface TimeGate {
  /** Every activity of the stack's workers runs through it. */
  activityInterceptors: ActivityInterceptorsFactory;
  /**
   * Lets so much of the server's time pass, and returns when nothing is left to be done at its end. Not twice at once.
   *
   * @throws the signal's reason when it is aborted; the time stands from then on, wherever it has come to
   */
  pass(ms: number, signal: AbortSignal): Promise<void>;
  /** The types of the activities that run. */
  running(): string[];
}

const POLL_MS = 5;
/** A stretch of time so short that it is told from a jump by the time that the call takes. */
const WINDOW_MS = 100;

/**
 * The server knows of workflow tasks and activities, and does not jump while there are some. It does not know of what they
 * leave in the database: messages in the outbox, attempts that the dispatcher makes. So an activity that leaves something
 * takes a lock before it ends, while the server still waits for it; the lock is given back when nothing is left. Before its
 * work each activity has the clock follow the server's time, which stands at the timer that fired.
 */
export function createTimeGate({ time, clock, isAtRest }: TimeGateDeps): TimeGate {
  const running: string[] = [];
  let isPassing = false;
  let started = 0;
  let hold: Promise<void> | undefined;
  let fail: (error: unknown) => void = () => undefined;
  const isRunning = () => running.length > 0;

  async function untilRest(): Promise<void> {
    for (;;) {
      const startedBefore = started;
      if (!isRunning() && (await isAtRest()) && !isRunning() && started === startedBefore) return;
      await setTimeout(POLL_MS);
    }
  }

  async function releaseAtRest(locked: Promise<void>): Promise<void> {
    await locked;
    await untilRest();
    hold = undefined;
    await time.unlock();
  }

  /** Once, however many ask for it. */
  function lock(): Promise<void> {
    if (!hold) {
      hold = time.lock();
      releaseAtRest(hold).catch((error: unknown) => fail(error));
    }
    return hold;
  }

  async function runActivity<T>(type: string, work: () => Promise<T>): Promise<T> {
    running.push(type);
    started++;
    try {
      if (isPassing) clock.follow(await time.now());
      return await work();
    } finally {
      running.splice(running.indexOf(type), 1);
      if (isPassing && !(await isAtRest())) await lock();
    }
  }

  async function unlockFor(ms: number, end: Promise<never>): Promise<void> {
    const passed = time.unlockFor(ms);
    try {
      await Promise.race([passed, end]);
    } catch (error) {
      // The server cannot be told to stop: what it will lock when so much has passed after all, is unlocked then.
      await time.lock();
      passed.then(() => time.unlock()).catch(() => undefined);
      throw error;
    } finally {
      clock.follow(await time.now());
    }
  }

  /** A whole window was jumped over, and no activity ran in it: the server had nothing to do either. */
  async function isServerAtRest(end: Promise<never>): Promise<boolean> {
    const startedBefore = started;
    const beganMs = performance.now();
    await unlockFor(WINDOW_MS, end);
    return performance.now() - beganMs < WINDOW_MS && started === startedBefore && hold === undefined;
  }

  return {
    activityInterceptors: (context) => ({
      inbound: { execute: (input, next) => runActivity(context.info.activityType, () => next(input)) },
    }),
    async pass(ms, signal) {
      const failure = new AbortController();
      fail = (error) => failure.abort(error);
      const end = aborted(AbortSignal.any([signal, failure.signal]));
      isPassing = true;
      try {
        await lock();
        await unlockFor(ms, end);
        while (!(await isServerAtRest(end)));
      } finally {
        isPassing = false;
      }
    },
    running: () => [...running],
  };
}
