import { pino, type DestinationStream, type Logger } from 'pino';

/** Names under which a secret could be logged by mistake. */
const SECRETS = ['authorization', 'secret', 'sealed_secret', 'password', 'key', 'apiKey', 'databaseUrl'];

/** The process's structured log: JSON lines on standard output, secrets redacted. */
export function createLogger(level: string, processName: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { process: processName },
    redact: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  };
  return destination ? pino(options, destination) : pino(options);
}
