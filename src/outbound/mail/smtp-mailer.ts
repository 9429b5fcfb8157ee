import { createTransport, type NodemailerError } from 'nodemailer';
import { createTrust } from '../guarded-connector.ts';
import { compose } from './compose.ts';
import type { Sender } from './mail-address.ts';
import { MailRefused, type Mailer } from './mailer.ts';

export interface SmtpSettings {
  host: string;
  port: number;
  /** From the first byte, by STARTTLS before anything is said, or not at all. Certificates are verified. */
  tls: 'from the start' | 'starttls' | 'none';
  login: { user: string; pass: string } | null;
}

export interface SmtpTimeouts {
  /** To find the server, to connect to it, and until it greets; each. */
  connectMs: number;
  /** Without a word of the server. */
  silenceMs: number;
}

const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, silenceMs: 60_000 };

/**
 * Hands mail to an SMTP server, over a connection of its own for each.
 *
 * @param extraCa PEM certificates of authorities that are trusted beside the usual ones
 */
export function createSmtpMailer(
  { host, port, tls, login }: SmtpSettings,
  from: Sender,
  extraCa: readonly string[],
  { connectMs, silenceMs }: SmtpTimeouts = TIMEOUTS,
): Mailer {
  const transport = createTransport({
    host,
    port,
    secure: tls === 'from the start',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: { secureContext: createTrust(extraCa) },
    ...(login && { auth: login }),
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
  });
  return {
    async send(mail) {
      const message = compose(mail, from);
      try {
        await transport.sendMail(message);
      } catch (error) {
        if (isFinal(error as NodemailerError)) throw new MailRefused((error as Error).message, { cause: error });
        throw error;
      }
    },
  };
}

/** Whether the server refuses this recipient or message for good; a refused login or sender is for the operator to mend. */
function isFinal({ permanent, command }: NodemailerError): boolean {
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
}
