import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { InboundMailSettings } from '../inbound-mail-config.ts';
import type { ServiceDeps } from '../services/deps.ts';
import { findMailbox } from '../services/logins/find-mailbox.ts';
import { boundSockets } from './bound-sockets.ts';
import { SmtpRefusal } from './smtp-refusal.ts';
import { createTakeMessage, MAX_MESSAGE_BYTES } from './take-message.ts';

const MAX_CONNECTIONS = 100;
const MAX_CONNECTIONS_OF_A_HOST = 20;
const MAX_CONNECTION_MS = 10 * 60_000;
/** Enough for a message that is far too large to be refused in order. */
const MAX_CONNECTION_BYTES = 64 * 1024 * 1024;
const MAX_RECIPIENTS = 20;
/** Of a connection, whatever became of them. */
const MAX_RECIPIENTS_ASKED = 200;
const MAX_UNKNOWN_RECIPIENTS = 10;
const MAX_COMMAND_BYTES = 2_048;
const IDLE_MS = 30_000;
/** For messages that are coming in when the process is told to stop. */
const CLOSE_MS = 15_000;
/** Nobody logs in here, and nothing is said of who has a mailbox but at RCPT. */
const DISABLED = ['AUTH', 'VRFY', 'EXPN', 'HELP', 'WIZ', 'SHELL', 'KILL'];

export interface MailServer {
  port: number;
  /** Whether it takes connections. */
  readonly listening: boolean;
  /** Messages that are coming in are taken and answered first; whoever says anything else gets 421. */
  close(): Promise<void>;
}

/**
 * Takes mail for the mailboxes of logins, and for no one else.
 *
 * @throws when the port is taken
 */
export async function startMailServer(
  deps: ServiceDeps,
  { host, port, tls }: InboundMailSettings,
  log: Logger,
): Promise<MailServer> {
  const take = createTakeMessage(deps, log);
  const working = new Set<Promise<void>>();
  const asked = new WeakMap<SMTPServerSession, Asked>();
  const sending = new Set<SMTPServerSession>();
  let isClosing = false;
  const work = (doing: Promise<void>, callback: (error?: Error | null) => void) => {
    const done = doing.then(() => callback(), answerWith(callback, log)).finally(() => working.delete(done));
    working.add(done);
  };
  const server = new SMTPServer({
    ...(tls ?? {}),
    name: deps.mailDomain ?? 'localhost',
    banner: 'Mail for logins',
    disabledCommands: tls ? DISABLED : [...DISABLED, 'STARTTLS'],
    authMethods: [],
    disableReverseLookup: true,
    hideREQUIRETLS: true,
    size: MAX_MESSAGE_BYTES,
    maxClients: MAX_CONNECTIONS,
    maxRecipients: MAX_RECIPIENTS,
    maxCommandLength: MAX_COMMAND_BYTES,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    logger: false,
    onConnect({ remoteAddress }, callback) {
      const ofHost = [...server.connections].filter((connection) => connection.remoteAddress === remoteAddress);
      const isOver = ofHost.length > MAX_CONNECTIONS_OF_A_HOST;
      callback(isOver ? new SmtpRefusal(421, 'Too many connections from your address') : null);
    },
    onRcptTo: ({ address }, session, callback) => work(recipient(deps, address, session, asked), callback),
    onData(stream, session, callback) {
      sending.add(session);
      work(take(stream, session.envelope), (error) => {
        sending.delete(session);
        callback(error);
        if (isClosing) sendAway();
      });
    },
  });
  const sendAway = () => {
    for (const connection of server.connections) {
      if (!sending.has(connection.session)) connection.send(421, 'Shutting down');
    }
  };
  server.on('error', (error: Error & { code?: string }) => log.debug({ code: error.code }, 'a connection failed'));
  const unbound = boundSockets(server.server, { maxMs: MAX_CONNECTION_MS, maxBytes: MAX_CONNECTION_BYTES });
  server.listen(port, host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    get listening() {
      return server.server.listening;
    },
    async close() {
      isClosing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      sendAway();
      await closed;
      await Promise.all(working);
      unbound();
    },
  };
}

/** @throws SmtpRefusal for an address that is no mailbox here; who tries many is sent away */
async function recipient(
  { db }: ServiceDeps,
  address: string,
  session: SMTPServerSession,
  asked: WeakMap<SMTPServerSession, Asked>,
): Promise<void> {
  const { recipients, unknown } = asked.get(session) ?? { recipients: 0, unknown: 0 };
  if (recipients === MAX_RECIPIENTS_ASKED) throw new SmtpRefusal(421, 'Too many recipients on one connection');
  const isKnown = (await findMailbox(db.sql, address)) !== null;
  asked.set(session, { recipients: recipients + 1, unknown: unknown + (isKnown ? 0 : 1) });
  if (isKnown) return;
  if (unknown === MAX_UNKNOWN_RECIPIENTS) throw new SmtpRefusal(421, 'Too many unknown recipients');
  throw new SmtpRefusal(550, 'No such mailbox here');
}

/** What a connection has asked for. */
interface Asked {
  recipients: number;
  unknown: number;
}

/** Whatever is no refusal is ours, and the client is to try again. */
function answerWith(callback: (error: Error) => void, log: Logger) {
  return (error: unknown) => {
    if (error instanceof SmtpRefusal) return callback(error);
    log.error({ err: error }, 'a mail could not be taken');
    callback(new SmtpRefusal(451, 'Try again later'));
  };
}
