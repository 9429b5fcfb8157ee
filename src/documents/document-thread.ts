import { Worker } from 'node:worker_threads';
import type { ReportFormat } from '../domain/reports.ts';
import { describeFault } from './describe-fault.ts';
import type { ReportData } from './report-data.ts';

/** A thread that builds documents, one at a time, until it ends by itself or is stopped. */
export interface DocumentThread {
  /**
   * @throws Error when the thread says so, takes too long, ends or has ended; whoever gets one must stop the thread
   */
  ask(request: BuildRequest, timeoutMs: number): Promise<Buffer>;
  stop(): Promise<void>;
}

export interface BuildRequest {
  format: ReportFormat;
  data: ReportData;
}

export type BuildAnswer = { bytes: Uint8Array<ArrayBuffer> } | { failure: string };

/** What the thread's heap may grow to. A report of 100 listings takes some 100 MB. */
const MAX_HEAP_MB = 384;

/** @param program what runs on it, and answers each `BuildRequest` with a `BuildAnswer` */
export function startDocumentThread(program: URL): DocumentThread {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
  let end: Error | null = null;
  let asked: PromiseWithResolvers<BuildAnswer> | null = null;
  const endFor = (reason: string) => {
    end ??= new Error(`the thread that builds documents ended: ${reason}`);
    asked?.reject(end);
  };
  // For as long as it lives: an error that nobody listens to would end the process.
  worker
    .on('message', (answer: BuildAnswer) => asked?.resolve(answer))
    .on('messageerror', () => endFor('its answer cannot be read'))
    .on('error', (error) => endFor(describeFault(error)))
    .on('exit', (code) => endFor(`exit ${code}`));
  worker.unref();

  return {
    async ask(request, timeoutMs) {
      if (end) throw end;
      asked = Promise.withResolvers();
      const late = new Error(`a document was not built within ${timeoutMs} ms`);
      const timer = setTimeout(asked.reject, timeoutMs, late);
      try {
        worker.postMessage(request);
        const answer = await asked.promise;
        if ('failure' in answer) throw new Error(answer.failure);
        return Buffer.from(answer.bytes.buffer);
      } finally {
        clearTimeout(timer);
        asked = null;
      }
    },
    async stop() {
      await worker.terminate();
    },
  };
}
