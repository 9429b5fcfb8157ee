import { Option, type Command } from 'commander';
import type { AccountState } from '../resources/account.ts';
import { listAccountRecords } from '../services/accounts/account-records.ts';
import { createAccount } from '../services/accounts/create-account.ts';
import { editAccount } from '../services/accounts/edit-account.ts';
import { setSuspended } from '../services/accounts/suspend-account.ts';
import { parseAccountId, parseEmail, parseName, parseSearch } from './arguments.ts';
import { addBrandCommand } from './brand-command.ts';
import { accountJson, accountsTable, accountText } from './present-account.ts';
import { addPurchaseCommands } from './purchase-commands.ts';
import { Refusal } from './refusal.ts';
import { addLimit, reportList, type ListOptions } from './report-list.ts';
import { addCommand, requireOption, type Perform, type ReportOptions } from './report.ts';
import { reportAccount, requireAccount } from './require-account.ts';

/** Adds the group `account`. */
export function addAccountCommands(program: Command, perform: Perform): void {
  const group = program
    .command('account')
    .description('agencies: who they are, how they look, what they bought, whether they may write');
  addCreate(group, perform);
  addShow(group, perform);
  addList(group, perform);
  addEdit(group, perform);
  addBrandCommand(group, perform);
  addPurchaseCommands(group, perform);
  addSuspend(group, perform);
  addResume(group, perform);
}

function addCreate(group: Command, perform: Perform): void {
  addCommand(group, 'create', 'make an account, with 100 launches in test mode and none in live mode')
    .requiredOption('--name <name>', "the agency's name", parseName)
    .requiredOption('--email <address>', "the owner's email address", parseEmail)
    .action((options: ReportOptions & { name: string; email: string }) =>
      perform(options, async (deps) => {
        const id = await createAccount(deps, { name: options.name, ownerEmail: options.email });
        return reportAccount(deps, id, ({ account: { launches } }) =>
          [
            `Created account ${id}.`,
            `Test mode has ${launches.test.available} launches; live mode has none until a purchase is recorded.`,
          ].join('\n'),
        );
      }),
    );
}

function addShow(group: Command, perform: Perform): void {
  addCommand(group, 'show', 'show an account: its launches, projects, listings in flight, keys and brand')
    .argument('<account>', 'its acc_ id', parseAccountId)
    .action((id: string, options: ReportOptions) => perform(options, (deps) => reportAccount(deps, id, accountText)));
}

function addList(group: Command, perform: Perform): void {
  addLimit(addCommand(group, 'list', 'list accounts, newest first'))
    .addOption(new Option('--state <state>', 'only those in this state').choices(['setup', 'active', 'suspended']))
    .option('--search <text>', "only those with this text in their name or their owner's address", parseSearch)
    .action((options: ListOptions & { state?: AccountState; search?: string }) =>
      perform(options, async ({ db }) => {
        const isNarrowed = options.state !== undefined || options.search !== undefined;
        return reportList(await listAccountRecords(db.sql, options, options.limit), {
          json: accountJson,
          table: accountsTable,
          none: isNarrowed ? 'There are no such accounts.' : 'There are no accounts.',
        });
      }),
    );
}

function addEdit(group: Command, perform: Perform): void {
  addCommand(group, 'edit', 'change who an account is')
    .argument('<account>', 'its acc_ id', parseAccountId)
    .option('--name <name>', "the agency's name", parseName)
    .option('--email <address>', "the owner's email address", parseEmail)
    .action((id: string, options: ReportOptions & { name?: string; email?: string }, command: Command) => {
      requireOption(command, ['name', 'email']);
      return perform(options, async (deps) => {
        await requireAccount(deps.db.sql, id);
        await editAccount(deps, id, { name: options.name, ownerEmail: options.email });
        return reportAccount(
          deps,
          id,
          ({ account }) => `The account ${id} is now ${account.name}, owned by ${account.ownerEmail}.`,
        );
      });
    });
}

function addSuspend(group: Command, perform: Perform): void {
  addCommand(group, 'suspend', 'let an account read but not write, and start none of its waiting listings')
    .argument('<account>', 'its acc_ id', parseAccountId)
    .action((id: string, options: ReportOptions) =>
      perform(options, async (deps) => {
        const { state } = await requireAccount(deps.db.sql, id);
        if (state === 'suspended') throw new Refusal(`The account ${id} is suspended already.`);
        await setSuspended(deps, id, true);
        return reportAccount(deps, id, () => `Suspended account ${id}.`);
      }),
    );
}

function addResume(group: Command, perform: Perform): void {
  addCommand(group, 'resume', "lift an account's suspension")
    .argument('<account>', 'its acc_ id', parseAccountId)
    .action((id: string, options: ReportOptions) =>
      perform(options, async (deps) => {
        const { state } = await requireAccount(deps.db.sql, id);
        if (state !== 'suspended') throw new Refusal(`The account ${id} is not suspended.`);
        await setSuspended(deps, id, false);
        return reportAccount(deps, id, ({ account }) => `Resumed account ${id}, which is in state ${account.state}.`);
      }),
    );
}
