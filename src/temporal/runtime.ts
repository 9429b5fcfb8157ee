import { DefaultLogger, Runtime, type MetricsExporterConfig } from '@temporalio/worker';
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
 * Sends warnings and errors of the Temporal SDK to the log, serves its metrics on a port of loopback, and leaves signals
 * to the process. Once in a process, before anything else of the SDK is used.
 *
 * @param metricsPort null for no metrics
 */
export function installTemporalRuntime(log: Logger, metricsPort: number | null): void {
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      if (!message.startsWith(ACTIVITIES_ALONE)) log[METHODS[level]]({ ...meta }, message);
    }),
    telemetryOptions: {
      logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
      ...(metricsPort === null ? {} : { metrics: sdkMetrics(metricsPort) }),
    },
    shutdownSignals: [],
  });
}

function sdkMetrics(port: number): MetricsExporterConfig {
  return {
    attachServiceName: false,
    prometheus: {
      bindAddress: `127.0.0.1:${port}`,
      countersTotalSuffix: true,
      unitSuffix: true,
      useSecondsForDurations: true,
    },
  };
}
