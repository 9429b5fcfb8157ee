import { Command } from 'commander';
import { addAccountCommands } from './account-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import type { Perform } from './report.ts';

/** The operators' command with all its groups. Parsing throws instead of ending the process. */
export function createProgram(perform: Perform): Command {
  const program = new Command('admin')
    .description("Operates the service: works on the database of DATABASE_URL, else on the embedded stack's.")
    .exitOverride();
  addAccountCommands(program, perform);
  addKeyCommands(program, perform);
  return program;
}
