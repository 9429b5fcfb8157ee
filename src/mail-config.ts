import type { Environment } from './config.ts';
import { ConfigError } from './config-error.ts';
import type { MailSettings } from './outbound/mail/create-mailer.ts';
import { parseSender, type Sender } from './outbound/mail/mail-address.ts';
import type { SmtpSettings } from './outbound/mail/smtp-mailer.ts';

const FOLDER_SENDER = 'listings@localhost';
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;

/**
 * Reads the settings of mail; null where there is none.
 *
 * @throws ConfigError
 */
export function readMailConfig(env: Environment): MailSettings {
  const { SMTP_URL: url, MAIL_DIR: folder, MAIL_FROM: from } = env;
  if (url && folder) throw new ConfigError('Only one of SMTP_URL and MAIL_DIR may be set.');
  if (folder) return { folder, from: sender(from || FOLDER_SENDER) };
  if (!url) return null;
  if (!from) throw new ConfigError('MAIL_FROM is not set.');
  return { smtp: smtp(url), from: sender(from) };
}

function sender(text: string): Sender {
  const parsed = parseSender(text);
  if (!parsed) throw new ConfigError('MAIL_FROM must be an address, or a name with an address in < and >.');
  return parsed;
}

/** Without TLS mail goes no further than this machine. */
function smtp(text: string): SmtpSettings {
  const url = URL.parse(text);
  const isTls = url?.protocol === 'smtps:';
  if (!url?.hostname || !(isTls || url.protocol === 'smtp:') || url.pathname.length > 1 || url.search || url.hash) {
    throw new ConfigError('SMTP_URL must be smtps://user:password@host:port, or smtp:// with STARTTLS.');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: Number(url.port) || (isTls ? 465 : 587),
    tls: isTls ? 'from the start' : LOOPBACK.test(host) ? 'none' : 'starttls',
    login: url.username ? { user: decode(url.username), pass: decode(url.password) } : null,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError('SMTP_URL has a % in its user or password that is not written as %25.');
  }
}
