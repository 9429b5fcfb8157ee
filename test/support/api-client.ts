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

/** Calls the API as a client does. Every answer is checked against the OpenAPI document. */
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
      const text = await answer.body.text();
      const parsed: unknown = text === '' ? undefined : JSON.parse(text);
      if (method !== 'HEAD') check(method, path, answer.statusCode, parsed);
      return { status: answer.statusCode, headers: answer.headers as Record<string, string>, body: parsed };
    },
    close: () => dispatcher.close(),
  };
}
