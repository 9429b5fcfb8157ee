import type { Command } from 'commander';
import { readAdminConfig } from '../config.ts';
import { createSecretBox } from '../crypto/secret-box.ts';
import { listEmails } from '../db/finders/logins.ts';
import { EMBEDDED_MAIL_DOMAIN } from '../inbound-mail-config.ts';
import { presentEmail } from '../resources/email.ts';
import { parseListingId } from './arguments.ts';
import { findSecretKeys } from './find-secret-keys.ts';
import { emailText, loginJson, loginText } from './present-login.ts';
import { addLimit, reportList, type ListOptions } from './report-list.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';
import { requireListing } from './require-listing.ts';

/** Adds `listing login` and `listing emails`: the only commands that show credentials. */
export function addLoginCommands(group: Command, perform: Perform): void {
  addCommand(group, 'login', "show a listing's login at its directory with its password, made when first asked for")
    .argument('<listing>', 'its lst_ id', parseListingId)
    .action(async (id: string, options: ReportOptions) => {
      const secrets = createSecretBox(await findSecretKeys());
      await perform(options, async (deps) => {
        await requireListing(deps.db.sql, id);
        // It brings the services of listings with it, which are slow to load.
        const { provideLogin } = await import('../services/logins/provide-login.ts');
        const login = await provideLogin({ ...deps, secrets, mailDomain: mailDomain() }, id);
        return { json: loginJson(login), text: loginText(login) };
      });
    });
  addLimit(addCommand(group, 'emails', "show the mail that a listing's login received, newest first"))
    .argument('<listing>', 'its lst_ id', parseListingId)
    .action(async (id: string, options: ListOptions) => {
      const secrets = createSecretBox(await findSecretKeys());
      await perform(options, async ({ db }) => {
        await requireListing(db.sql, id);
        const { openEmail } = await import('../services/logins/store-email.ts');
        const page = await listEmails(db.sql, id, { limit: options.limit, after: null });
        const rows = page.rows.map((row) => presentEmail(row, openEmail(secrets, row)));
        return reportList(
          { ...page, rows },
          {
            json: (email) => email,
            table: (emails) => emails.map(emailText).join('\n\n'),
            none: `The listing ${id} received no mail.`,
          },
        );
      });
    });
}

/** The embedded stack has one of its own. */
function mailDomain(): string | null {
  const { mailDomain: set, databaseUrl } = readAdminConfig();
  return set ?? (databaseUrl ? null : EMBEDDED_MAIL_DOMAIN);
}
