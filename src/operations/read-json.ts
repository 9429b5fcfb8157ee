import type { IncomingMessage } from 'node:http';
import { OperationsRefusal } from './refusal.ts';

const MAX_BODY_BYTES = 16_384;

/**
 * What was posted, parsed; undefined for an empty body. Only as `application/json`, which no web page of another origin
 * can post without asking first.
 *
 * @throws OperationsRefusal
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new OperationsRefusal(413, `The body is longer than ${MAX_BODY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new OperationsRefusal(415, 'Send the body as application/json.');
  }
  if (bytes === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new OperationsRefusal(400, 'The body is no JSON.');
  }
}
