import type { Logger } from 'pino';

/** One thing that a process needs in order to do its work. */
export interface Check {
  name: string;
  /** Asked anew each time, but never twice at once. @throws CheckFailed with what is shown; what else is thrown is not */
  run(): Promise<void> | void;
}

/** Why a check failed, in a sentence that may be shown: no address, no name of a user, no message of a server. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

export interface CheckResult {
  name: string;
  ok: boolean;
  duration_ms: number;
  /** What failed; absent when nothing did. */
  error?: string;
}

export interface ReadinessReport {
  ready: boolean;
  /** A process is ready only while it is `running`. */
  state: 'starting' | 'running' | 'stopping';
  checks: CheckResult[];
}

/** Whether a process can do its work, for who sends it some. */
export interface Readiness {
  /** Adds what the process needs. */
  require(...checks: Check[]): void;
  /** Everything has been started and required. */
  started(): void;
  /** Not ready from now on, whatever the checks say: the first step of a shutdown. */
  stopping(): void;
  report(): Promise<ReadinessReport>;
}

const CHECK_MS = 2_000;

/** @param checkMs how long a check may take */
export function createReadiness(log: Logger, checkMs = CHECK_MS): Readiness {
  const checks: (() => Promise<CheckResult>)[] = [];
  let state: ReadinessReport['state'] = 'starting';
  let wasReady: boolean | undefined;

  return {
    require: (...added) => void checks.push(...added.map((check) => boundedCheck(check, checkMs, log))),
    started() {
      if (state === 'starting') state = 'running';
    },
    stopping: () => void (state = 'stopping'),
    async report() {
      const results = await Promise.all(checks.map((run) => run()));
      const ready = state === 'running' && results.every(({ ok }) => ok);
      if (ready !== wasReady) log.info({ ready, state, failed: results.filter(({ ok }) => !ok) }, 'readiness');
      wasReady = ready;
      return { ready, state, checks: results };
    },
  };
}

/** A check that hangs is waited for once, however often it is asked for. */
function boundedCheck(check: Check, checkMs: number, log: Logger): () => Promise<CheckResult> {
  let running: Promise<string | null> | undefined;
  const outcome = async (): Promise<string | null> => {
    try {
      await check.run();
      return null;
    } catch (error) {
      if (error instanceof CheckFailed) return error.message;
      log.warn({ err: error, check: check.name }, 'a check failed');
      return 'it failed; the log says how';
    }
  };
  // Cleared when it has ended, which for a check that fails at once must not be before it is set.
  const ended = () => void (running = undefined);
  return async () => {
    const startedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(`no answer within ${checkMs / 1_000} seconds`), checkMs);
    });
    const error = await Promise.race([(running ??= outcome().finally(ended)), timeout]);
    clearTimeout(timer);
    const durationMs = Math.round(performance.now() - startedAt);
    return { name: check.name, ok: error === null, duration_ms: durationMs, ...(error === null ? {} : { error }) };
  };
}
