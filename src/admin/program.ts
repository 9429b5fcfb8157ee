import { Command, Help } from 'commander';
import { addAccountCommands } from './account-commands.ts';
import { addCatalogCommands } from './catalog-commands.ts';
import { addDatabaseCommands } from './database-commands.ts';
import { addDirectoryCommands } from './directory-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import { addListingCommands } from './listing-commands.ts';
import { addProjectCommands } from './project-commands.ts';
import type { Perform } from './report.ts';
import { addSecretKeyCommands } from './secret-key-commands.ts';
import { addWebhookCommands } from './webhook-commands.ts';
import { addWorkflowCommands } from './workflow-commands.ts';

const FIRST_STEPS = `
To begin with an agency:
  npm run admin -- account create --name 'My agency' --email owner@agency.example
  npm run admin -- key create acc_… --mode test
  npm run admin -- account purchase acc_… --launches 10 --reference 'invoice 17'

A command that is refused says why, changes nothing and ends with status 1.
One that cannot be understood ends with status 2.`;

/** The operators' command with all its groups. Parsing throws instead of ending the process. */
export function createProgram(perform: Perform): Command {
  const program = new Command('npm run admin --')
    .description("Operates the service: works on the database of DATABASE_URL, else on the embedded stack's.")
    .addHelpText('after', FIRST_STEPS)
    .configureHelp({ optionDescription, visibleOptions })
    .exitOverride();
  addAccountCommands(program, perform);
  addKeyCommands(program, perform);
  addProjectCommands(program, perform);
  addListingCommands(program, perform);
  addDirectoryCommands(program, perform);
  addCatalogCommands(program, perform);
  addDatabaseCommands(program, perform);
  addSecretKeyCommands(program, perform);
  addWebhookCommands(program, perform);
  addWorkflowCommands(program, perform);
  return program;
}

/** Says which options a command cannot do without. */
const optionDescription: Help['optionDescription'] = function (this: Help, option) {
  const description = Help.prototype.optionDescription.call(this, option);
  return option.mandatory ? `${description} (required)` : description;
};

/** What all commands have comes after what makes this one. */
const visibleOptions: Help['visibleOptions'] = function (this: Help, command) {
  const options = Help.prototype.visibleOptions.call(this, command);
  const shared = (long?: string) => long === '--json' || long === '--help';
  return [...options.filter(({ long }) => !shared(long)), ...options.filter(({ long }) => shared(long))];
};
