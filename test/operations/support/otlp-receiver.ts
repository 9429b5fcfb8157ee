import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty for a root. */
  parentSpanId: string;
  name: string;
  attributes: Record<string, string | number | boolean>;
  isError: boolean;
}

/** A receiver of traces by OTLP over HTTP, as JSON. */
export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  close(): Promise<void>;
}

interface Export {
  resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[];
}

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status?: { code?: number };
  attributes?: { key: string; value: Record<string, string | number | boolean> }[];
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      if (request.url === '/v1/traces') {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Export;
        spans.push(
          ...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans.map(read))),
        );
      }
      response.setHeader('Content-Type', 'application/json');
      response.end('{}');
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function read({ traceId, spanId, parentSpanId = '', name, status, attributes = [] }: OtlpSpan): ReceivedSpan {
  const values = attributes.map(({ key, value }) => [key, Object.values(value)[0]!] as const);
  return { traceId, spanId, parentSpanId, name, attributes: Object.fromEntries(values), isError: status?.code === 2 };
}
