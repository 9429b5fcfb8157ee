import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Decides on a port when it is needed. */
export type PickPort = () => Promise<number>;

const CANDIDATES = 100;
const UNASSIGNED = { first: 15_000, last: 32_000 };

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

/**
 * A loopback port that is free right now, picked at random from below the ranges that operating systems give to outgoing
 * connections and to servers that ask for any port: so that none of those takes it before its server listens.
 */
export async function anyFreePort(): Promise<number> {
  for (let tried = 0; tried < CANDIDATES; tried++) {
    const port = randomInt(UNASSIGNED.first, UNASSIGNED.last + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port among ${CANDIDATES} from ${UNASSIGNED.first} to ${UNASSIGNED.last}.`);
}

/** Whether a server could listen there; also false for a port that is not ours to bind. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
