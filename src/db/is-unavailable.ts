/** SQLSTATE classes of a server that is going, coming or full: connection exceptions, shutdown, start-up. */
const STATES = /^(08|57P0|53300)/;
const SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const MESSAGES =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether an error says that Postgres cannot be reached, rather than that it refused a statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as { code?: string };
  if (STATES.test(code) || SYSTEM_CODES.has(code) || MESSAGES.test(error.message)) return true;
  return error.cause !== undefined && isUnavailable(error.cause);
}
