import type { SMTPServerDataStream } from 'smtp-server';
import type { Share } from '../byte-budget.ts';

/** Why a message was not taken in; the rest of it is read and forgotten. */
export type Overflow = 'too_large' | 'busy' | 'gone';

/**
 * Reads a message to its end.
 *
 * @param share what is kept of it counts there
 */
export function collectMessage(
  stream: SMTPServerDataStream,
  maxBytes: number,
  share: Share,
): Promise<Buffer | Overflow> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let length = 0;
    let overflow: Overflow | null = null;
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) overflow = 'too_large';
      else if (!overflow && !share.take(chunk.length)) overflow = 'busy';
      if (overflow) chunks = [];
      else chunks.push(chunk);
    });
    stream.once('end', () => resolve(overflow ?? Buffer.concat(chunks)));
    const gone = () => resolve('gone');
    stream.once('error', gone).once('close', gone);
  });
}
