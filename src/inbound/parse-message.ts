import { Worker } from 'node:worker_threads';
import type { MailContent } from '../domain/mail/mail-content.ts';

const TIMEOUT_MS = 10_000;
const MAX_HEAP_MB = 192;

/** A message that cannot be read within the time and memory that a message is given, or that breaks a limit. */
export class UnreadableMessage extends Error {}

/**
 * Reads a message in a thread of its own.
 *
 * @throws UnreadableMessage
 */
export function parseMessage(message: Uint8Array): Promise<MailContent> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
      workerData: message,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 32 },
      // Nothing of what a message makes a parser say belongs in the log.
      stdout: true,
      stderr: true,
    });
    const timer = setTimeout(() => fail('timeout'), TIMEOUT_MS);
    const end = () => {
      clearTimeout(timer);
      void worker.terminate();
    };
    const fail = (reason: string) => {
      end();
      reject(new UnreadableMessage(reason));
    };
    worker.once('message', (content: MailContent) => {
      end();
      resolve(content);
    });
    worker.once('error', (error: Error & { code?: string }) => fail(error.code ?? error.name));
    worker.once('exit', () => fail('no answer'));
  });
}
