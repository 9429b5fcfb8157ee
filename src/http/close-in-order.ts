import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Longer than any answer of ours takes; an upload or a download that takes longer is cut. */
const FINISH_MS = 20_000;
/** For the first request of a connection that was taken in the last moment. */
const FIRST_REQUEST_MS = 500;

export interface ClosingServer {
  /** To be called for every request. */
  answer: RequestListener;
  /**
   * Serves on for `delayMs` with `Connection: close`, so that clients go elsewhere of themselves and none is cut off between
   * sending a request and its being read; then takes no more connections, finishes requests under way, and closes.
   */
  close(delayMs: number): Promise<void>;
}

export function closeInOrder(server: Server, answer: RequestListener): ClosingServer {
  const underWay = new Set<ServerResponse>();
  /** Connections that have said nothing yet, which Node does not count as idle. */
  const silent = new Set<Socket>();
  let isLast = false;
  let isClosed = false;
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });

  function follow(response: ServerResponse): void {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      // Its connection may have been promised to be kept alive.
      if (isClosed) globalThis.setImmediate(() => server.closeIdleConnections());
    });
    if (isLast) response.shouldKeepAlive = false;
  }

  return {
    answer(request, response) {
      silent.delete(request.socket);
      follow(response);
      return answer(request, response);
    },
    async close(delayMs) {
      const closed = once(server, 'close');
      isLast = true;
      for (const response of underWay) response.shouldKeepAlive = false;
      await setTimeout(delayMs);
      // What has reached this machine by now is read first: it is no idle connection then.
      for (let turn = 0; turn < 3; turn++) await setImmediate();
      isClosed = true;
      server.close();
      const end = new AbortController();
      const within = (ms: number) => setTimeout(ms, undefined, { signal: end.signal }).catch(() => undefined);
      void within(FIRST_REQUEST_MS).then(() => silent.forEach((socket) => socket.destroy()));
      await Promise.race([closed, within(FINISH_MS)]);
      server.closeAllConnections();
      await closed;
      end.abort();
    },
  };
}
