import { createServer } from 'node:http';
import { listenOnLoopback } from '../outbound/support/servers.ts';

/** A server that has one image at every path, which a test may replace. */
export interface ImageServer {
  url: string;
  bytes: Buffer;
  close(): Promise<void>;
}

export async function startImageServer(bytes: Buffer): Promise<ImageServer> {
  const server: ImageServer = { url: '', bytes, close: () => Promise.resolve() };
  const { port, close } = await listenOnLoopback(createServer((_, response) => void response.end(server.bytes)));
  return Object.assign(server, { url: `http://127.0.0.1:${port}/shot.png`, close });
}
