/**
 * What a reading came to, read at most once at a time and again only after a while, so that who asks often costs no more.
 *
 * @returns null when it failed, or takes too long
 */
export function recent<T>(read: () => Promise<T>, { keptMs, patienceMs }: { keptMs: number; patienceMs: number }) {
  let reading: Promise<T | null> | undefined;
  let begunAt = -Infinity;
  let isDone = true;

  return async (): Promise<T | null> => {
    if (isDone && performance.now() - begunAt >= keptMs) {
      begunAt = performance.now();
      isDone = false;
      reading = read()
        .catch(() => null)
        .finally(() => (isDone = true));
    }
    let timer: NodeJS.Timeout | undefined;
    const tired = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), patienceMs)));
    const value = await Promise.race([reading!, tired]);
    clearTimeout(timer);
    return value;
  };
}
