import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback, type LoopbackServer } from '../outbound/support/servers.ts';
import { refusalOf, S3_TEST_KEY } from './s3-signature.ts';

export const S3_TEST_BUCKET = 'pictures';

/** Answers a request in place of the bucket. */
export type Interception = (request: IncomingMessage, response: ServerResponse) => void;

/** A bucket on loopback that takes what Amazon's documentation says of PutObject, GetObject and DeleteObject. */
export interface S3Server extends LoopbackServer {
  endpoint: string;
  /** The settings of a service that keeps its files here. */
  settings: Record<string, string>;
  files: Map<string, Buffer>;
  requests(): number;
  /** Answers every request in place of the bucket, until it is called with null. */
  intercept(interception: Interception | null): void;
}

export async function startS3Server(): Promise<S3Server> {
  const files = new Map<string, Buffer>();
  let requests = 0;
  let interception: Interception | null = null;
  const server = createServer((request, response) => {
    requests++;
    if (interception) interception(request, response);
    else void serve(files, request, response);
  });
  const listening = await listenOnLoopback(server);
  const endpoint = `http://127.0.0.1:${listening.port}`;
  return {
    ...listening,
    endpoint,
    settings: {
      S3_BUCKET: S3_TEST_BUCKET,
      S3_REGION: S3_TEST_KEY.region,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: S3_TEST_KEY.id,
      S3_SECRET_ACCESS_KEY: S3_TEST_KEY.secret,
    },
    files,
    requests: () => requests,
    intercept: (next) => (interception = next),
  };
}

/** What Amazon's clients send by default and many compatible servers do not take. */
const NEWER = /^x-amz-(checksum|sdk-checksum|trailer)/;

/** An error as S3 answers it. */
export function answerS3Error(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

async function serve(files: Map<string, Buffer>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const refusal = refusalOf(request, body, new Date());
  if (refusal) return answerS3Error(response, 403, refusal);
  if (Object.keys(request.headers).some((name) => NEWER.test(name)))
    return answerS3Error(response, 501, 'NotImplemented');

  const [, bucket, ...segments] = decodeURIComponent(request.url!.split('?')[0]!).split('/');
  if (bucket !== S3_TEST_BUCKET) return answerS3Error(response, 404, 'NoSuchBucket');
  const key = segments.join('/');
  switch (request.method) {
    case 'PUT':
      files.set(key, body);
      response.setHeader('ETag', `"${createHash('md5').update(body).digest('hex')}"`).end();
      return;
    case 'GET': {
      const file = files.get(key);
      if (!file) return answerS3Error(response, 404, 'NoSuchKey');
      response.setHeader('Content-Length', file.length).end(file);
      return;
    }
    case 'DELETE':
      files.delete(key);
      response.writeHead(204).end();
      return;
    default:
      answerS3Error(response, 405, 'MethodNotAllowed');
  }
}
