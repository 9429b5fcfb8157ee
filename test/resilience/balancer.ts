import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A server behind a balancer. */
export interface Backend {
  port: number;
  /** Where it is asked whether it is ready. */
  readyUrl: string;
}

/** A load balancer on loopback: gives each connection to the next server that is ready, and never tries again. */
export interface Balancer {
  port: number;
  add(backend: Backend): void;
  remove(backend: Backend): void;
  close(): Promise<void>;
}

export const ASK_EVERY_MS = 100;

export async function startBalancer(): Promise<Balancer> {
  const ready = new Map<Backend, boolean>();
  const sockets = new Set<Socket>();
  let turn = 0;

  async function ask(backend: Backend): Promise<void> {
    const answer = await fetch(backend.readyUrl, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
    await answer?.body?.cancel();
    if (ready.has(backend)) ready.set(backend, answer?.status === 200);
  }

  function next(): Backend | undefined {
    const able = [...ready].filter(([, isReady]) => isReady);
    return able[turn++ % able.length]?.[0];
  }

  const server = createServer((near) => {
    sockets.add(near);
    near.on('close', () => sockets.delete(near)).on('error', () => undefined);
    const backend = next();
    if (!backend) return near.destroy();
    const far = connect({ host: '127.0.0.1', port: backend.port });
    near.setNoDelay();
    far.setNoDelay();
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => [...ready.keys()].forEach((backend) => void ask(backend)), ASK_EVERY_MS);
  return {
    port: (server.address() as AddressInfo).port,
    add: (backend) => void ready.set(backend, false),
    remove: (backend) => void ready.delete(backend),
    async close() {
      clearInterval(timer);
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
