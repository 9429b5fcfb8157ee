import type { SendMailOptions } from 'nodemailer';
import type { Sender } from './mail-address.ts';
import { isMailAddress } from './mail-address.ts';
import { MailRefused, type Mail } from './mailer.ts';

/**
 * The message as nodemailer takes it. The envelope is given beside the headers, so that nothing is read from them.
 *
 * @throws MailRefused when the recipient is no address
 */
export function compose({ id, to, subject, text, date }: Mail, from: Sender): SendMailOptions {
  if (!isMailAddress(to)) throw new MailRefused('the recipient is not a mail address');
  const domain = from.address.slice(from.address.indexOf('@') + 1);
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject: subject.replaceAll(/\p{C}+/gu, ' '),
    text,
    date,
    messageId: `<${id}@${domain}>`,
    // Out-of-office programs do not answer to it.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
