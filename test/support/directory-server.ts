import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from '../outbound/support/servers.ts';

export interface DirectoryRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface DirectoryReply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

type Answer = (request: DirectoryRequest) => DirectoryReply | 'reset' | 'hang' | Promise<DirectoryReply>;

/** A server in the place of a directory that takes submissions. */
export interface DirectoryServer {
  url: string;
  received: DirectoryRequest[];
  /** Decides what each request is answered with; 201 at first. */
  answerWith(answer: Answer): void;
  /** Answers with these, and with 201 from then on. */
  answerInTurn(...replies: (DirectoryReply | 'reset')[]): void;
  close(): Promise<void>;
}

export async function startDirectoryServer(): Promise<DirectoryServer> {
  const received: DirectoryRequest[] = [];
  let answer: Answer = () => ({ status: 201 });
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
    received.push(request);
    const reply = await answer(request);
    if (reply === 'reset') incoming.socket.resetAndDestroy();
    else if (reply !== 'hang') response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  const { port, close } = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answerWith(next) {
      answer = next;
    },
    answerInTurn(...replies) {
      answer = () => replies.shift() ?? { status: 201 };
    },
    close,
  };
}
