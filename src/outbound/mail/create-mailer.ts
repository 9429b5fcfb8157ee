import { createFolderMailer } from './folder-mailer.ts';
import type { Sender } from './mail-address.ts';
import type { Mailer } from './mailer.ts';
import { createSmtpMailer, type SmtpSettings } from './smtp-mailer.ts';

/** How mail goes out: by a server, or into a folder of this machine. Null where none does. */
export type MailSettings = ({ from: Sender } & ({ smtp: SmtpSettings } | { folder: string })) | null;

/**
 * @param extraCa PEM certificates of authorities that are trusted beside the usual ones
 */
export function createMailer(settings: MailSettings, extraCa: readonly string[]): Mailer | null {
  if (!settings) return null;
  const { from } = settings;
  return 'folder' in settings
    ? createFolderMailer(settings.folder, from)
    : createSmtpMailer(settings.smtp, from, extraCa);
}
