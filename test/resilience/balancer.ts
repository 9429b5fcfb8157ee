import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A server behind a balancer. */
export interface Backend {
  port: number;
  /** Where it is asked whether it is ready. */
  readyUrl: string;
}

/**
 * A load balancer on loopback: gives each connection to the next server that is ready, and never tries again. When none is,
 * as on a machine too busy to say so in time, it takes those that once were.
 */
export interface Balancer {
  port: number;
  add(backend: Backend): void;
  remove(backend: Backend): void;
  close(): Promise<void>;
}

export const ASK_EVERY_MS = 100;
const PATIENCE_MS = 10_000;

type State = 'starting' | 'ready' | 'unready';

export async function startBalancer(): Promise<Balancer> {
  const states = new Map<Backend, State>();
  const sockets = new Set<Socket>();
  let turn = 0;

  async function ask(backend: Backend): Promise<void> {
    const answer = await fetch(backend.readyUrl, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
    await answer?.body?.cancel();
    const state = states.get(backend);
    if (answer?.status === 200 && state) states.set(backend, 'ready');
    else if (state === 'ready') states.set(backend, 'unready');
  }

  function next(): Backend | undefined {
    const those = (wanted: State) => [...states].filter(([, state]) => state === wanted);
    const able = [those('ready'), those('unready')].find(({ length }) => length > 0) ?? [];
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
  const timer = setInterval(() => [...states.keys()].forEach((backend) => void ask(backend)), ASK_EVERY_MS);
  return {
    port: (server.address() as AddressInfo).port,
    add: (backend) => void states.set(backend, 'starting'),
    remove: (backend) => void states.delete(backend),
    async close() {
      clearInterval(timer);
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
