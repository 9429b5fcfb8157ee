import type { IncomingMessage } from 'node:http';
import { ServiceError, validationFailed } from '../errors.ts';
import { readUpload } from './read-upload.ts';

const MAX_JSON_BYTES = 1024 * 1024;

/** A request's body as it came: JSON, or an uploaded file with the names of any other fields. */
export interface RequestBody {
  json: unknown;
  /** The JSON as it was sent; empty where there is none. */
  bytes: Buffer;
  file: Buffer | null;
  otherFields: string[];
  /** The error of a body that cannot be taken. It is for the caller to throw, when its turn has come. */
  refusal: ServiceError | null;
  /** To be called once the request is answered. */
  release: () => void;
}

/** Stands for a body that was not read whole. No JSON, so it is never that of a success. */
const TOO_LONG = Buffer.from('too long');

const EMPTY: RequestBody = {
  json: {},
  bytes: Buffer.alloc(0),
  file: null,
  otherFields: [],
  refusal: null,
  release: () => undefined,
};

/**
 * Reads a request's body. An empty one is `{}`.
 *
 * @param takesUpload whether `multipart/form-data` is accepted
 * @throws ServiceError `unsupported_media_type`, `invalid_json`
 */
export async function readRequestBody(request: IncomingMessage, takesUpload: boolean): Promise<RequestBody> {
  if (!hasBody(request)) return EMPTY;
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (type === 'application/json') return readJson(request);
  if (takesUpload && type === 'multipart/form-data') return { ...EMPTY, ...(await readUpload(request)) };
  if ((await readBytes(request, 0)) !== null) return EMPTY;
  const accepted = takesUpload ? '`application/json` or `multipart/form-data`' : '`application/json`';
  throw new ServiceError('unsupported_media_type', `The body must be ${accepted}; set \`Content-Type\` accordingly.`);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function readJson(request: IncomingMessage): Promise<RequestBody> {
  const bytes = await readBytes(request, MAX_JSON_BYTES);
  if (bytes === null) return refuse('too_large', 'The body must be at most 1 MiB.', TOO_LONG);
  if (bytes.length === 0) return EMPTY;
  const json = parseJson(bytes);
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  return isObject ? { ...EMPTY, json, bytes } : refuse('invalid_type', 'The body must be a JSON object.', bytes);
}

function refuse(code: 'too_large' | 'invalid_type', message: string, bytes = EMPTY.bytes): RequestBody {
  return { ...EMPTY, bytes, refusal: validationFailed([{ param: 'body', code }], message) };
}

/** The whole body, or null as soon as it is longer than this; the rest is then left unread. */
async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return null;
      chunks.push(chunk);
    }
  } catch {
    throw new ServiceError('invalid_json', 'The body ended before it was whole.');
  }
  return Buffer.concat(chunks);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ServiceError('invalid_json', 'The body is not valid JSON in UTF-8.');
  }
}
