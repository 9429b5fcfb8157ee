import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { LogLevel } from '@temporalio/common';
import type { Logger } from 'pino';

const METHODS = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
} as const satisfies Record<LogLevel, keyof Logger>;

/** What the SDK warns of is how some of the workers are meant to be. */
const ACTIVITIES_ALONE = 'No workflows registered';

/**
 * Sends warnings and errors of the Temporal SDK to the log, and leaves signals to the process. Once in a process, before
 * anything else of the SDK is used.
 */
export function sendTemporalLogTo(log: Logger): void {
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      if (!message.startsWith(ACTIVITIES_ALONE)) log[METHODS[level]]({ ...meta }, message);
    }),
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
    shutdownSignals: [],
  });
}
