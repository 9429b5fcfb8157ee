import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { readJson } from './read-json.ts';
import { OperationsRefusal } from './refusal.ts';
import type { OperationsAnswer, OperationsRoute } from './route.ts';

export interface OperationsServer {
  port: number;
  /** Serves one more path from now on. */
  add(route: OperationsRoute): void;
  close(): Promise<void>;
}

const SERVER_OPTIONS = { requestTimeout: 10_000, keepAliveTimeout: 65_000, requireHostHeader: false };
/** A slow scrape does not hold up the end of the process for longer. */
const CLOSE_MS = 1_000;

/**
 * Answers the operator of this process: a few paths, no accounts, nothing secret.
 *
 * @throws when the port is taken
 */
export async function startOperationsServer(
  { host, port }: { host: string; port: number },
  routes: readonly OperationsRoute[],
  log: Logger,
): Promise<OperationsServer> {
  const table = [...routes];
  const server = createServer(SERVER_OPTIONS, (request, response) => void respond(table, request, response, log));
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    add: (route) => void table.push(route),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}

async function respond(
  table: OperationsRoute[],
  request: IncomingMessage,
  response: ServerResponse,
  log: Logger,
): Promise<void> {
  const path = request.url?.split('?', 1)[0] ?? '/';
  try {
    const route = findRoute(table, request.method ?? '', path);
    const body = route.method === 'POST' ? await readJson(request) : undefined;
    send(request, response, await route.answer({ body }));
  } catch (error) {
    if (!(error instanceof OperationsRefusal)) log.error({ err: error, path }, 'a request of the operator failed');
    const refusal =
      error instanceof OperationsRefusal ? error : new OperationsRefusal(500, 'This failed; the log says how.');
    if (!request.complete) response.setHeader('Connection', 'close');
    send(request, response, { status: refusal.status, json: { error: refusal.message } }, refusal.headers);
  }
}

/** HEAD is answered as GET is. @throws OperationsRefusal */
function findRoute(table: OperationsRoute[], method: string, path: string): OperationsRoute {
  const atPath = table.filter((route) => route.path === path);
  if (atPath.length === 0) throw new OperationsRefusal(404, 'There is nothing at this path.');
  const route = atPath.find((candidate) => candidate.method === (method === 'HEAD' ? 'GET' : method));
  if (route) return route;
  const allow = atPath.flatMap((candidate) => (candidate.method === 'GET' ? ['GET', 'HEAD'] : [candidate.method]));
  throw new OperationsRefusal(405, `This path takes ${allow.join(' and ')} only.`, { Allow: allow.join(', ') });
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: OperationsAnswer,
  headers: Record<string, string> = {},
): void {
  const { type, text } =
    'text' in answer ? answer : { type: 'application/json; charset=utf-8', text: `${JSON.stringify(answer.json)}\n` };
  response.writeHead(answer.status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
