import type { Server, Socket } from 'node:net';

const CHECK_MS = 1_000;

/**
 * Ends each connection of a server that has lasted for too long or sent too much, whatever it does meanwhile.
 *
 * @returns stops it
 */
export function boundSockets(server: Server, { maxMs, maxBytes }: { maxMs: number; maxBytes: number }): () => void {
  const startedAt = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    startedAt.set(socket, performance.now());
    socket.once('close', () => startedAt.delete(socket));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, since] of startedAt) {
      if (now - since > maxMs || socket.bytesRead > maxBytes) socket.destroy();
    }
  }, CHECK_MS);
  return () => clearInterval(timer);
}
