import { createServer } from 'node:http';
import { listenOnLoopback } from '../outbound/support/servers.ts';

/** A site that takes requests and never answers. */
export async function startHangingSite(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(() => undefined);
  const { port, close } = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close,
  };
}
