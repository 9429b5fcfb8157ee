import { DocumentFault } from '../domain/document-fault.ts';
import type { ReportFormat } from '../domain/reports.ts';
import { startDocumentThread, type BuildRequest, type DocumentThread } from './document-thread.ts';
import type { ReportData } from './report-data.ts';

/** Builds documents one after the other, beside the thread that serves everything else. */
export interface DocumentBuilder {
  /**
   * @throws DocumentFault when the document cannot be built, takes too long or needs too much memory, on several threads
   */
  build(format: ReportFormat, data: ReportData): Promise<Buffer>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 60_000;
/** Few, since the same data seldom fares better, and others wait meanwhile. */
const TRIES = 3;
/** The thread keeps its fonts; after so many documents it is replaced, and with it whatever they left behind. */
const DOCUMENTS_A_THREAD = 200;
const PROGRAM = new URL('./builder-thread.ts', import.meta.url);

/**
 * @param timeoutMs of each try
 * @param program see `startDocumentThread`
 */
export function createDocumentBuilder({ timeoutMs = TIMEOUT_MS, program = PROGRAM } = {}): DocumentBuilder {
  let thread: DocumentThread | null = null;
  let built = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function buildInTries(request: BuildRequest): Promise<Buffer> {
    for (let tries = 1; ; tries++) {
      try {
        return await buildOnce(request);
      } catch (error) {
        await stop();
        if (tries === TRIES) throw new DocumentFault((error as Error).message);
      }
    }
  }

  async function buildOnce(request: BuildRequest): Promise<Buffer> {
    thread ??= startDocumentThread(program);
    const bytes = await thread.ask(request, timeoutMs);
    if (++built % DOCUMENTS_A_THREAD === 0) await stop();
    return bytes;
  }

  async function stop(): Promise<void> {
    const stopped = thread;
    thread = null;
    await stopped?.stop();
  }

  return {
    build(format, data) {
      const turn = last.then(() => buildInTries({ format, data }));
      last = turn.catch(() => undefined);
      return turn;
    },
    async close() {
      await last;
      await stop();
    },
  };
}
