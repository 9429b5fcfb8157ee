import { readFileSync } from 'node:fs';
import type { Environment } from './config.ts';
import { ConfigError } from './config-error.ts';

/** Where mail to logins comes in. */
export interface InboundMailSettings {
  /** `INBOUND_MAIL_HOST`: the address to listen on. */
  host: string;
  /** `INBOUND_MAIL_PORT`. */
  port: number;
  /** `INBOUND_MAIL_CERT` and `INBOUND_MAIL_KEY`: PEM files; here their texts. Null where no STARTTLS is offered. */
  tls: { cert: string; key: string } | null;
}

export const DEFAULT_INBOUND_MAIL_PORT = 2_525;

/** What the addresses of logins of the embedded stack end with. */
export const EMBEDDED_MAIL_DOMAIN = 'mail.localhost';

const DOMAIN = /^(?=.{1,190}$)(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/;

/**
 * Reads `MAIL_DOMAIN`: what the addresses of logins end with; null where no mail comes in.
 *
 * @throws ConfigError
 */
export function readMailDomain({ MAIL_DOMAIN }: Environment): string | null {
  if (!MAIL_DOMAIN) return null;
  const domain = MAIL_DOMAIN.toLowerCase();
  if (!DOMAIN.test(domain)) throw new ConfigError('MAIL_DOMAIN must be a domain name such as mail.service.example.');
  return domain;
}

/**
 * Reads where mail comes in.
 *
 * @throws ConfigError
 */
export function readInboundMailConfig(env: Environment): InboundMailSettings {
  const { INBOUND_MAIL_HOST, INBOUND_MAIL_PORT, INBOUND_MAIL_CERT, INBOUND_MAIL_KEY } = env;
  const port = INBOUND_MAIL_PORT ? Number(INBOUND_MAIL_PORT) : DEFAULT_INBOUND_MAIL_PORT;
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new ConfigError('INBOUND_MAIL_PORT must be a whole number from 1 to 65535.');
  }
  if (!INBOUND_MAIL_CERT !== !INBOUND_MAIL_KEY) {
    throw new ConfigError('INBOUND_MAIL_CERT and INBOUND_MAIL_KEY go together.');
  }
  const tls =
    INBOUND_MAIL_CERT && INBOUND_MAIL_KEY
      ? { cert: read('INBOUND_MAIL_CERT', INBOUND_MAIL_CERT), key: read('INBOUND_MAIL_KEY', INBOUND_MAIL_KEY) }
      : null;
  return { host: INBOUND_MAIL_HOST || '127.0.0.1', port, tls };
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`${name} names a file that cannot be read: ${file}.`);
  }
}
