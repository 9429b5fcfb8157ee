/** Rejects with the signal's reason as soon as it is aborted. Nobody need wait for it. */
export function aborted(signal: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  promise.catch(() => undefined);
  return promise;
}
