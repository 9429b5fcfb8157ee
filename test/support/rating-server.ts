import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from '../outbound/support/servers.ts';

export interface RatingRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface RatingReply {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A server in the place of a provider of domain ratings. */
export interface RatingServer {
  url: string;
  received: RatingRequest[];
  /** Null breaks the connection. */
  answerWith(answer: (request: RatingRequest) => RatingReply | null | Promise<RatingReply | null>): void;
  close(): Promise<void>;
}

export async function startRatingServer(): Promise<RatingServer> {
  const received: RatingRequest[] = [];
  let answer: Parameters<RatingServer['answerWith']>[0] = () => ({ status: 500 });
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
    received.push(request);
    const reply = await answer(request);
    if (reply === null) incoming.socket.destroy();
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  const { port, close } = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answerWith(next) {
      answer = next;
    },
    close,
  };
}

/** The domains that a request asks Open PageRank about. */
export function domainsOf({ body }: RatingRequest): string[] {
  return (JSON.parse(body) as { domains: string[] }).domains;
}

/** Open PageRank's answer with a figure from 0 to 10 for each domain, or null for one that it does not know. */
export function openPagerankReply(figures: Record<string, number | null>): RatingReply {
  const results = Object.entries(figures).map(([domain, figure]) => ({
    domain,
    found: figure !== null,
    open_page_rank: figure,
    rank: figure && 1_000,
    referring_domains: figure && 12,
  }));
  const body = { as_of: '2026-10-01', count: results.length, results, invalid: [] };
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
