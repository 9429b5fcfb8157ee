import type { Environment } from './config.ts';
import { ConfigError } from './config-error.ts';

/** Where a process answers its operator: health, readiness and metrics. */
export interface OperationsSettings {
  /** `OPERATIONS_HOST`: the address to listen on. */
  host: string;
  /** `OPERATIONS_PORT`: 0 takes any free one. Null where it is not set: each kind of process has a default of its own. */
  port: number | null;
}

/**
 * Reads where a process answers its operator.
 *
 * @throws ConfigError
 */
export function readOperationsConfig({ OPERATIONS_HOST, OPERATIONS_PORT }: Environment): OperationsSettings {
  const port = OPERATIONS_PORT ? Number(OPERATIONS_PORT) : null;
  if (port !== null && (!Number.isInteger(port) || port < 0 || port > 65_535)) {
    throw new ConfigError('OPERATIONS_PORT must be a whole number from 0 to 65535.');
  }
  return { host: OPERATIONS_HOST || '127.0.0.1', port };
}
