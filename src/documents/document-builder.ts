import { setTimeout } from 'node:timers/promises';
import { DocumentFault } from '../domain/document-fault.ts';
import type { ReportFormat } from '../domain/reports.ts';
import { startDocumentProcess, type BuildRequest, type DocumentProcess } from './document-process.ts';
import type { ReportData } from './report-data.ts';

/** Builds documents one after the other, in a process beside the one that serves everything else. */
export interface DocumentBuilder {
  /**
   * @throws DocumentFault when the document cannot be built, takes too long or needs too much memory, in several processes
   */
  build(format: ReportFormat, data: ReportData): Promise<Buffer>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 60_000;
/** Few, since the same data seldom fares better, and others wait meanwhile. */
const TRIES = 3;
/** The process keeps its fonts; after so many documents it is replaced, and with it whatever they left behind. */
const DOCUMENTS_A_PROCESS = 200;
/** Between two documents it rests for so many times as long as it worked, so that many leave the machine to others. */
const REST = 3;
const MAX_REST_MS = 1_000;
const PROGRAM = new URL('./builder-program.ts', import.meta.url);

/**
 * @param timeoutMs of each try
 * @param program see `startDocumentProcess`
 */
export function createDocumentBuilder({ timeoutMs = TIMEOUT_MS, program = PROGRAM } = {}): DocumentBuilder {
  const closing = new AbortController();
  let process: DocumentProcess | null = null;
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
    process ??= startDocumentProcess(program);
    const bytes = await process.ask(request, timeoutMs);
    if (++built % DOCUMENTS_A_PROCESS === 0) await stop();
    return bytes;
  }

  async function stop(): Promise<void> {
    const stopped = process;
    process = null;
    await stopped?.stop();
  }

  async function rest(workedMs: number): Promise<void> {
    await setTimeout(Math.min(REST * workedMs, MAX_REST_MS), undefined, { signal: closing.signal }).catch(
      () => undefined,
    );
  }

  async function buildAndRest(request: BuildRequest, done: PromiseWithResolvers<Buffer>): Promise<void> {
    const startedAt = performance.now();
    await buildInTries(request).then(done.resolve, done.reject);
    await rest(performance.now() - startedAt);
  }

  return {
    build(format, data) {
      const done = Promise.withResolvers<Buffer>();
      last = last.then(() => buildAndRest({ format, data }, done));
      return done.promise;
    },
    async close() {
      closing.abort();
      await last;
      await stop();
    },
  };
}
