import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A server on loopback that counts its connections and drops them when it closes. */
export interface LoopbackServer {
  port: number;
  connections(): number;
  openConnections(): number;
  closedConnections(): number;
  close: () => Promise<void>;
}

/** Starts `server` on a free port of `host`. `connections` counts TCP connections, whether or not TLS came about. */
export async function listenOnLoopback(server: Server, host = '127.0.0.1'): Promise<LoopbackServer> {
  const open = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket.on('close', () => open.delete(socket)).on('error', () => {}));
  });
  server.on('tlsClientError', () => {});
  server.on('secureConnection', (socket: Socket) => socket.on('error', () => {}));
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    openConnections: () => open.size,
    closedConnections: () => connections - open.size,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Waits until a condition holds; the test's own timeout is the limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
