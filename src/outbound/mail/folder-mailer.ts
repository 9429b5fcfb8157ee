import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { compose } from './compose.ts';
import type { Sender } from './mail-address.ts';
import type { Mailer } from './mailer.ts';

/** Writes each mail to a file of this folder that mail programs open; a repeat replaces the first. */
export function createFolderMailer(folder: string, from: Sender): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(compose(mail, from));
      const file = join(folder, `${mail.id}.eml`);
      await mkdir(folder, { recursive: true });
      await writeFile(`${file}.draft`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.draft`, file);
    },
  };
}
