import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { ServerCertificate } from '../../dev/certificates.ts';
import { parseMail, type ReadMail } from './mail.ts';

export interface TakenMail extends Omit<ReadMail, 'file'> {
  from: string;
  to: string[];
  isEncrypted: boolean;
  /** Who logged in; undefined where no one did. */
  user: string | undefined;
}

/** Where a conversation is refused, with the answer's status. */
export interface SmtpRefusals {
  login?: number;
  sender?: number;
  recipient?: number;
  message?: number;
}

/** An SMTP server on loopback that takes mail for anyone. */
export interface TestSmtpServer {
  port: number;
  taken: TakenMail[];
  /** Its refusals from now on; none at first. */
  refuse(refusals: SmtpRefusals): void;
  close(): Promise<void>;
}

export const SMTP_LOGIN = { user: 'listings@relay', pass: 'p:ss/w@rd%' };

/** @param tls from the first byte, or offered by STARTTLS; a server without it takes no login */
export async function startSmtpServer(
  tls: { certificate: ServerCertificate; secure: boolean } | null,
): Promise<TestSmtpServer> {
  const taken: TakenMail[] = [];
  let refusals: SmtpRefusals = {};
  const server = new SMTPServer({
    ...(tls ? { ...tls.certificate, secure: tls.secure } : { disabledCommands: ['STARTTLS', 'AUTH'] }),
    authOptional: true,
    onAuth({ username, password }, _session, callback) {
      const isRight = username === SMTP_LOGIN.user && password === SMTP_LOGIN.pass;
      callback(isRight ? refusal(refusals.login) : refusal(535), { user: username });
    },
    onMailFrom: (_address, _session, callback) => callback(refusal(refusals.sender)),
    onRcptTo: (_address, _session, callback) => callback(refusal(refusals.recipient)),
    onData(stream, { envelope, secure, user }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const error = refusal(refusals.message);
        if (!error) {
          taken.push({
            ...parseMail(Buffer.concat(chunks).toString()),
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            isEncrypted: secure,
            user: user as string | undefined,
          });
        }
        callback(error);
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    refuse: (next) => (refusals = next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(responseCode: number | undefined): Error | null {
  return responseCode === undefined ? null : Object.assign(new Error('not here'), { responseCode });
}
