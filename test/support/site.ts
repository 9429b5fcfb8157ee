import { createServer, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../outbound/support/servers.ts';
import { eventually } from './eventually.ts';

/** A product's site on loopback. */
export interface Site {
  url: string;
  /** Answers a path with this; returns its URL. */
  serve(path: string, body: string | Buffer): string;
  /** The same, but keeps the answer back until it is released. */
  hold(path: string, body: string | Buffer): string;
  /** Sends what is kept back. */
  release(): void;
  /** Waits until a path that is kept back was asked for. */
  reached(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Paths that are not served are 404. */
export async function startSite(): Promise<Site> {
  const bodies = new Map<string, string | Buffer>();
  const held = new Set<string>();
  const waiting = new Map<string, ServerResponse>();

  const server = createServer((request, response) => {
    const path = request.url!;
    if (held.has(path)) waiting.set(path, response);
    else answer(path, response);
  });
  function answer(path: string, response: ServerResponse): void {
    const body = bodies.get(path);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  }
  const { port, close } = await listenOnLoopback(server);
  const url = `http://127.0.0.1:${port}`;

  function serve(path: string, body: string | Buffer): string {
    bodies.set(path, body);
    return url + path;
  }

  return {
    url,
    serve,
    hold(path, body) {
      held.add(path);
      return serve(path, body);
    },
    release() {
      for (const [path, response] of waiting) answer(path, response);
      waiting.clear();
      held.clear();
    },
    async reached(path) {
      await eventually(`a request of ${path}`, () => Promise.resolve(waiting.has(path)));
    },
    close,
  };
}
