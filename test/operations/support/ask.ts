import { pino, type Logger } from 'pino';
import { DEFAULT_OPERATIONS_PORTS, startOperations, type Operations } from '../../../src/main/start-operations.ts';

const silent = pino({ level: 'silent' });

/** An operations port on any free port of loopback. */
export function startTestOperations(log: Logger = silent): Promise<Operations> {
  return startOperations(
    { operations: { host: '127.0.0.1', port: 0 }, tracing: null },
    DEFAULT_OPERATIONS_PORTS.api,
    log,
  );
}

export interface ReadyAnswer {
  status: number;
  ready: boolean;
  state: string;
  /** By name: null where the check is passed, otherwise what failed. */
  checks: Record<string, string | null>;
  durationsMs: number[];
}

export async function askReady(url: string): Promise<ReadyAnswer> {
  const response = await fetch(`${url}/readyz`);
  const body = (await response.json()) as {
    ready: boolean;
    state: string;
    checks: { name: string; ok: boolean; error?: string; duration_ms: number }[];
  };
  return {
    status: response.status,
    ready: body.ready,
    state: body.state,
    checks: Object.fromEntries(body.checks.map(({ name, error }) => [name, error ?? null])),
    durationsMs: body.checks.map((check) => check.duration_ms),
  };
}
