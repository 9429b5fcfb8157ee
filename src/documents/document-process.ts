import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { ReportFormat } from '../domain/reports.ts';
import type { ReportData } from './report-data.ts';

/** A process that builds documents, one at a time, until it ends by itself or is stopped. */
export interface DocumentProcess {
  /**
   * @throws Error when the process says so, takes too long, ends or has ended; whoever gets one must stop the process
   */
  ask(request: BuildRequest, timeoutMs: number): Promise<Buffer>;
  stop(): Promise<void>;
}

export interface BuildRequest {
  format: ReportFormat;
  data: ReportData;
}

export type BuildAnswer = { bytes: Uint8Array } | { failure: string };

/** What its heap may grow to. A report of 100 listings takes some 100 MB. */
const MAX_HEAP_MB = 384;

/**
 * Starts a process that gives way to all others, with the threads that collect its garbage. It knows no setting, and what
 * it prints is not kept: an error may quote the document.
 *
 * @param program what it runs, which answers each `BuildRequest` with a `BuildAnswer`
 */
export function startDocumentProcess(program: URL): DocumentProcess {
  const child = fork(program, {
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (child.pid !== undefined) giveWay(child.pid);
  child.unref();
  child.channel?.unref();
  let end: Error | null = null;
  let asked: PromiseWithResolvers<BuildAnswer> | null = null;
  const endFor = (reason: string) => {
    end ??= new Error(`the process that builds documents ended: ${reason}`);
    asked?.reject(end);
  };
  // For as long as it lives: an error that nobody listens to would end this process.
  child
    .on('message', (answer: BuildAnswer) => asked?.resolve(answer))
    .on('error', ({ name }) => endFor(name))
    .on('exit', (code, signal) => endFor(signal ?? `exit ${code}`));

  return {
    async ask(request, timeoutMs) {
      if (end) throw end;
      asked = Promise.withResolvers();
      const late = new Error(`a document was not built within ${timeoutMs} ms`);
      const timer = setTimeout(asked.reject, timeoutMs, late);
      try {
        child.send(request, (error) => error && endFor(error.name));
        const answer = await asked.promise;
        if ('failure' in answer) throw new Error(answer.failure);
        return Buffer.from(answer.bytes);
      } finally {
        clearTimeout(timer);
        asked = null;
      }
    },
    async stop() {
      if (end) return;
      child.ref();
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** One that has ended already has no priority. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    return;
  }
}
