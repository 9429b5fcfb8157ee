import { Agent, request, type FormData } from 'undici';
import type { CheckResponse } from './conformance.ts';

export interface CallOptions {
  key?: string | undefined;
  json?: unknown;
  body?: string | Buffer | FormData;
  headers?: Record<string, string>;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read what they expect; the document checks the rest
  body: any;
}

/** Calls the API as a client does; the body of a file is its bytes. Every answer is checked against the OpenAPI document. */
export type Call = (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>;

export interface ApiClient {
  call: Call;
  close(): Promise<void>;
}

/** @param baseUrl ends in `/v1` */
export function createApiClient(baseUrl: string, check: CheckResponse): ApiClient {
  const dispatcher = new Agent();
  return {
    async call(method, path, { key, json, body, headers = {} } = {}) {
      const answer = await request(baseUrl + path, {
        dispatcher,
        method,
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: json === undefined ? (body ?? null) : JSON.stringify(json),
      });
      const type = String(answer.headers['content-type'] ?? 'application/json').split(';')[0]!;
      const isFile = type !== 'application/json';
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      const parsed: unknown = isFile ? bytes : bytes.length === 0 ? undefined : JSON.parse(bytes.toString('utf8'));
      if (method !== 'HEAD') check(method, path, answer.statusCode, parsed, isFile ? type : undefined);
      return { status: answer.statusCode, headers: answer.headers as Record<string, string>, body: parsed };
    },
    close: () => dispatcher.close(),
  };
}
