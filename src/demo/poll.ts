import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 120_000;
const POLL_MS = 200;

/**
 * Reads something again and again until it is done.
 *
 * @throws Error with what `late` says of the last value, when that takes too long; the signal's reason when aborted; whatever `isDone` throws
 */
export async function poll<T>(
  read: () => Promise<T>,
  isDone: (value: T) => boolean,
  { late, signal }: { late: (value: T) => string; signal: AbortSignal },
): Promise<T> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    if (performance.now() > deadline) throw new Error(late(value));
    await delay(POLL_MS, undefined, { signal });
  }
}
