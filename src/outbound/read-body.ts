import { pipeline } from 'node:stream';
import type { Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

/** What to do with a body above the limit: keep its beginning, or fail. */
export type Overflow = 'truncate' | 'refuse';

/** The content codings that `readBody` undoes, as an Accept-Encoding header. */
export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';

/** Servers often end a compressed body without its trailer; what arrived is taken, as browsers do. */
const LENIENT_ZLIB = { finishFlush: constants.Z_SYNC_FLUSH };
const LENIENT_BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

/**
 * Reads a body, decompressed, up to `maxBytes` counted after decompression; no more than that is ever held in memory, and
 * the stream is destroyed when it holds more. Throws an OutboundError `too_large` when that is to be refused, and the
 * stream's or the decoder's own error.
 */
export async function readBody(
  body: Readable,
  { encoding, maxBytes, overflow }: { encoding: string; maxBytes: number; overflow: Overflow },
): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = [];
  let roomBytes = maxBytes;
  for await (const chunk of decode(body, encoding) as AsyncIterable<Buffer>) {
    if (chunk.length > roomBytes && overflow === 'refuse') {
      throw new OutboundError('too_large', `the answer is larger than ${maxBytes} bytes`);
    }
    chunks.push(chunk.subarray(0, roomBytes));
    if (chunk.length > roomBytes) return { body: Buffer.concat(chunks), truncated: true };
    roomBytes -= chunk.length;
  }
  return { body: Buffer.concat(chunks), truncated: false };
}

function decode(body: Readable, encoding: string): Readable {
  const decoder = createDecoder(encoding.trim().toLowerCase());
  // The callback keeps errors out of the process: the reader of the decoder sees them.
  return decoder === null ? body : pipeline(body, decoder, () => {});
}

function createDecoder(encoding: string): Transform | null {
  switch (encoding) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip(LENIENT_ZLIB);
    case 'deflate':
      return createInflate(LENIENT_ZLIB);
    case 'br':
      return createBrotliDecompress(LENIENT_BROTLI);
    default:
      throw new OutboundError('connection_failed', `the answer is encoded as "${encoding}", which was not asked for`);
  }
}
