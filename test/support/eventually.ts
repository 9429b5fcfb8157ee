const POLL_MS = 25;
/** Long, for machines that are shared and slow: a test that passes never waits it out. */
const PATIENCE_MS = 60_000;

/**
 * Polls until `read` gives a value that is neither null, undefined nor false, and returns it.
 *
 * @throws Error that names `what`, when that takes longer than `timeoutMs`
 */
export async function eventually<T>(
  what: string,
  read: () => Promise<T> | T,
  timeoutMs = PATIENCE_MS,
): Promise<Exclude<T, null | undefined | false>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (value !== null && value !== undefined && value !== false) return value as Exclude<T, null | undefined | false>;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
