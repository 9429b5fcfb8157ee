const FRAMES = 6;

/**
 * What went wrong and where, without the error's message: it may quote the document, which may hold logins, and this is
 * shown to operators and kept by Temporal.
 */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, stack = '', code } = error as NodeJS.ErrnoException;
  const frames = stack.match(/^ {4}at (?:file:|node:|\S+ \((?:file:|node:)|async ).*$/gm) ?? [];
  return [code === undefined ? name : `${name} ${code}`, ...frames.slice(0, FRAMES)].join('\n');
}
