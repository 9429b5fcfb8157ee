import { Client, type Dispatcher } from 'undici';

/** A request that the load repeats. */
export interface Target {
  path: string;
  headers: Record<string, string>;
}

/** A server under load, over connections that stay open between rounds. */
export interface Load {
  /**
   * Keeps every connection busy for so long, rotating over the targets.
   *
   * @returns requests a second
   * @throws Error when an answer is not 200
   */
  run(durationMs: number): Promise<number>;
  close(): Promise<void>;
}

const CONNECTIONS = 32;

/** Connects to an origin such as `http://127.0.0.1:3000`. */
export function createLoad(origin: string, targets: readonly Target[]): Load {
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(origin, { pipelining: 1 }));
  let turn = 0;
  const nextTarget = () => targets[turn++ % targets.length]!;

  return {
    async run(durationMs) {
      const startedAt = performance.now();
      let answered = 0;
      await Promise.all(
        clients.map(async (client) => {
          while (performance.now() - startedAt < durationMs) {
            await get(client, nextTarget());
            answered++;
          }
        }),
      );
      return answered / ((performance.now() - startedAt) / 1_000);
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** By `dispatch`, which costs this process least: it shares the cores with what it measures. */
function get(client: Client, { path, headers }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_controller, status) {
        if (status !== 200) reject(new Error(`${path} answered ${status}`));
      },
      onResponseData() {},
      onResponseEnd: () => resolve(),
      onResponseError: (_controller, error) => reject(error),
    };
    client.dispatch({ method: 'GET', path, headers }, handler);
  });
}
