import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 60_000;

/**
 * Asks again and again until the answer is yes.
 *
 * @throws Error that names `what`, after a minute
 */
export async function until(what: string, intervalMs: number, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await delay(intervalMs);
  }
}
