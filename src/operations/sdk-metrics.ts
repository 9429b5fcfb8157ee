import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';

const PATIENCE_MS = 1_000;

/** A port of loopback that is free right now, for the metrics of Temporal's SDK, which it serves itself. */
export async function freeLoopbackPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** What the SDK serves at that port; empty when it does not answer. */
export async function readSdkMetrics(port: number): Promise<string> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? await answer.text() : '';
  } catch {
    return '';
  }
}
