import type { Observe } from '../observe.ts';
import { MailRefused, type Mailer } from '../outbound/mail/mailer.ts';

/** The mailer, with how each mail ended told. */
export function observeMailer(mailer: Mailer, observe: Observe): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
        observe.mail('sent');
      } catch (error) {
        observe.mail(error instanceof MailRefused ? 'refused' : 'failed');
        throw error;
      }
    },
  };
}
