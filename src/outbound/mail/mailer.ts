/** Sends mail, as text. Every fault but the one named here throws as it came, and a later try may do better. */
export interface Mailer {
  /**
   * Sends a mail, or hands it to the server that will.
   *
   * @throws MailRefused
   */
  send(mail: Mail): Promise<void>;
}

export interface Mail {
  /** Names the mail among all others: letters, digits, `.`, `_` and `-`. A repeat is known by it, as by its Message-ID. */
  id: string;
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  date: Date;
}

/** The mail will never be taken, however often it is sent: its recipient or its content was refused. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
