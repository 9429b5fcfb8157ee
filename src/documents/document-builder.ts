import { Worker } from 'node:worker_threads';
import type { ReportFormat } from '../domain/reports.ts';
import type { ReportData } from './report-data.ts';

/** Builds documents one after the other, beside the thread that serves everything else. */
export interface DocumentBuilder {
  /**
   * @throws Error when the document cannot be built, takes too long or needs too much memory
   */
  build(format: ReportFormat, data: ReportData): Promise<Buffer>;
  close(): Promise<void>;
}

export interface BuildRequest {
  format: ReportFormat;
  data: ReportData;
}

export type BuildAnswer = { bytes: Uint8Array<ArrayBuffer> } | { failure: string };

const TIMEOUT_MS = 60_000;
/** What the thread's heap may grow to. A report of 100 listings takes some 100 MB. */
const MAX_HEAP_MB = 384;
/** The thread keeps its fonts; after so many documents it is replaced, and with it whatever they left behind. */
const DOCUMENTS_A_THREAD = 200;

export function createDocumentBuilder(timeoutMs = TIMEOUT_MS): DocumentBuilder {
  let thread: Worker | null = null;
  let built = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function buildOne(request: BuildRequest): Promise<Buffer> {
    thread ??= startThread();
    try {
      const bytes = await ask(thread, request, timeoutMs);
      if (++built % DOCUMENTS_A_THREAD === 0) await stop();
      return bytes;
    } catch (error) {
      await stop();
      throw error;
    }
  }

  async function stop(): Promise<void> {
    const stopped = thread;
    thread = null;
    await stopped?.terminate();
  }

  return {
    build(format, data) {
      const turn = last.then(() => buildOne({ format, data }));
      last = turn.catch(() => undefined);
      return turn;
    },
    async close() {
      await last;
      await stop();
    },
  };
}

function startThread(): Worker {
  const thread = new Worker(new URL('./builder-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  thread.unref();
  return thread;
}

/** One answer to one request; whoever gets none must stop the thread. */
async function ask(thread: Worker, request: BuildRequest, timeoutMs: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<BuildAnswer>();
  const timer = setTimeout(() => reject(new Error(`a document was not built within ${timeoutMs} ms`)), timeoutMs);
  const onExit = (code: number) => reject(new Error(`the thread that builds documents ended (${code})`));
  thread.on('message', resolve).on('error', reject).on('exit', onExit);
  try {
    thread.postMessage(request);
    const answer = await promise;
    if ('failure' in answer) throw new Error(answer.failure);
    return Buffer.from(answer.bytes.buffer);
  } finally {
    clearTimeout(timer);
    thread.off('message', resolve).off('error', reject).off('exit', onExit);
  }
}
