import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

/** Listens on both loopback addresses for connections that must never be made. */
export interface Canary {
  port: number;
  connections(): number;
  close(): Promise<void>;
}

export async function startCanary(): Promise<Canary> {
  let connections = 0;
  const listen = (port: number, host: string) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      server.once('error', reject).listen(port, host, () => resolve(server));
    });
  const server = await listen(0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  // A machine without IPv6 has nothing there to be reached.
  const server6 = await listen(port, '::1').catch(() => null);
  return {
    port,
    connections: () => connections,
    close: async () => {
      for (const each of [server, server6])
        await new Promise<void>((done) => (each ? each.close(() => done()) : done()));
    },
  };
}
