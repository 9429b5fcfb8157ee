import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 60_000;

/**
 * Asks again and again until the answer is yes.
 *
 * @param timeoutMs a minute when absent
 * @throws Error that names `what`, when the time ran out
 */
export async function until(
  what: string,
  intervalMs: number,
  isSo: () => Promise<boolean> | boolean,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await delay(intervalMs);
  }
}
