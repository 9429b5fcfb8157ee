import type { Command } from 'commander';
import { changeBrand } from '../services/accounts/account-brand.ts';
import { parseAccountId, parseColor, parseReplyTo } from './arguments.ts';
import { accountText } from './present-account.ts';
import { readLogo } from './read-logo.ts';
import { addCommand, requireOption, type Perform, type ReportOptions } from './report.ts';
import { reportAccount, requireAccount } from './require-account.ts';

interface BrandOptions extends ReportOptions {
  /** A file; false to take the logo away. */
  logo?: string | false;
  primary?: string;
  accent?: string;
  replyTo?: string | false;
}

/** Adds `account brand`. */
export function addBrandCommand(group: Command, perform: Perform): void {
  addCommand(group, 'brand', "change how an account's reports and share pages look")
    .argument('<account>', 'its acc_ id', parseAccountId)
    .option('--logo <file>', 'a PNG, JPEG, GIF or WebP of at most 5 MB')
    .option('--no-logo', 'show the name instead of a logo')
    .option('--primary <color>', "the main color, such as '#2563eb' (quoted, for your shell)", parseColor)
    .option('--accent <color>', "the second color, such as '#0f766e'", parseColor)
    .option('--reply-to <address>', 'where answers to its mail go', parseReplyTo)
    .option('--no-reply-to', 'send answers to its mail nowhere in particular')
    .action(async (id: string, options: BrandOptions, command: Command) => {
      requireOption(command, ['logo', 'primary', 'accent', 'replyTo']);
      const logo = typeof options.logo === 'string' ? await readLogo(options.logo) : options.logo;
      await perform(options, async (deps) => {
        await requireAccount(deps.db.sql, id);
        await changeBrand(deps, id, {
          logo: logo === false ? null : logo,
          primaryColor: options.primary,
          accentColor: options.accent,
          replyTo: options.replyTo === false ? null : options.replyTo,
        });
        return reportAccount(deps, id, accountText);
      });
    });
}
