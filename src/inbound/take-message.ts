import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { SMTPServerDataStream, SMTPServerEnvelope } from 'smtp-server';
import { createByteBudget } from '../byte-budget.ts';
import type { MailContent } from '../domain/mail/mail-content.ts';
import { createGate } from '../images/gate.ts';
import type { ServiceDeps } from '../services/deps.ts';
import { findMailbox } from '../services/logins/find-mailbox.ts';
import { storeEmail } from '../services/logins/store-email.ts';
import { collectMessage } from './collect-message.ts';
import { parseMessage, UnreadableMessage } from './parse-message.ts';
import { SmtpRefusal } from './smtp-refusal.ts';

export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

/** What messages may take of the process's memory, however many come in at once. */
const MAX_BYTES_AT_ONCE = 64 * 1024 * 1024;
const PARSED_AT_ONCE = 2;

/** Takes a message in: returns once it is stored for each recipient, throws `SmtpRefusal` where it is not. */
export type TakeMessage = (stream: SMTPServerDataStream, envelope: SMTPServerEnvelope) => Promise<void>;

/** Reads messages, parses them and stores them; what they say is never logged. */
export function createTakeMessage(deps: ServiceDeps, log: Logger): TakeMessage {
  const budget = createByteBudget(MAX_BYTES_AT_ONCE);
  const gate = createGate(PARSED_AT_ONCE);
  return async (stream, { mailFrom, rcptTo }) => {
    const share = budget.open();
    try {
      const message = await collectMessage(stream, MAX_MESSAGE_BYTES, share);
      if (message === 'too_large') throw new SmtpRefusal(552, `A message may have ${MAX_MESSAGE_BYTES} bytes at most`);
      if (message === 'gone') throw new SmtpRefusal(451, 'The message did not end');
      if (message === 'busy') throw new SmtpRefusal(452, 'Too much mail comes in at once, try again later');
      const parsed = await gate(() => parse(message, log));
      const content = { ...parsed, from: parsed.from || (mailFrom ? mailFrom.address : '') };
      for (const { address } of rcptTo) await store(deps, log, address, message, content);
    } finally {
      share.release();
    }
  };
}

/** A message that breaks the parser would break it again: it is refused for good. */
async function parse(message: Buffer, log: Logger): Promise<MailContent> {
  try {
    return await parseMessage(message);
  } catch (error) {
    if (!(error instanceof UnreadableMessage)) throw error;
    log.warn({ sizeBytes: message.length, reason: error.message }, 'a mail could not be read');
    throw new SmtpRefusal(554, 'The message cannot be read');
  }
}

async function store(
  deps: ServiceDeps,
  log: Logger,
  address: string,
  message: Buffer,
  content: MailContent,
): Promise<void> {
  const listingId = await findMailbox(deps.db.sql, address);
  if (listingId === null) throw new SmtpRefusal(550, 'No such mailbox here');
  const digest = createHash('sha256').update(message).digest();
  const outcome = await storeEmail(deps, listingId, { content, digest, sizeBytes: message.length });
  log.info({ listing: listingId, sizeBytes: message.length, outcome }, 'a mail came in');
  if (outcome === 'full') throw new SmtpRefusal(452, 'This mailbox takes no more today');
}
