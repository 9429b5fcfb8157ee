import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 2_000;

/**
 * Reads and drops what is left of a request's body: a client that still sends would otherwise find the connection reset
 * and never read its answer. It gives up after 8 MiB or 2 seconds.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) end();
    };
    const end = () => {
      clearTimeout(timer);
      request.off('data', count).off('end', end).off('close', end).pause();
      resolve();
    };
    const timer = setTimeout(end, TIMEOUT_MS);
    request.on('data', count).on('end', end).on('close', end);
  });
}
