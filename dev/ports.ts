import { createServer } from 'node:net';

/** Decides on a port when it is needed. */
export type PickPort = () => Promise<number>;

const CANDIDATES = 100;

/**
 * Picks the loopback TCP port a server is to listen on.
 *
 * @param preferred the wanted port, 1 to 65535
 * @param explicit whether a person configured it: then it is that port or an error, so that nothing listens where nobody
 *   looks. A default falls forward to the next free port, so that two checkouts run side by side.
 * @throws Error when the explicit port, or every port tried, is taken
 */
export async function pickPort(preferred: number, explicit: boolean): Promise<number> {
  if (await isFree(preferred)) return preferred;
  if (explicit) throw new Error(`Port ${preferred} is already in use. Free it, or configure another one.`);
  const last = Math.min(preferred + CANDIDATES, 65535);
  for (let port = preferred + 1; port <= last; port++) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port from ${preferred} to ${last}.`);
}

/** A loopback port free right now, chosen by the operating system. */
export async function anyFreePort(): Promise<number> {
  const port = await listenBriefly(0);
  if (port === undefined) throw new Error('The operating system has no free port.');
  return port;
}

async function isFree(port: number): Promise<boolean> {
  return (await listenBriefly(port)) !== undefined;
}

/** The port that was bound and released again, or undefined when it is taken or not ours to bind. */
function listenBriefly(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
