import type { Command } from 'commander';
import type { Sql } from '../db/database.ts';
import { listAccountRecords, readAccountRecord, type AccountRecord } from '../services/accounts/account-records.ts';
import { createAccount } from '../services/accounts/create-account.ts';
import { recordPurchase } from '../services/accounts/record-purchase.ts';
import { setSuspended } from '../services/accounts/suspend-account.ts';
import { parseAccountId, parseEmail, parseLaunches, parseName, parseReference } from './arguments.ts';
import { accountJson, accountsTable, accountText } from './present-account.ts';
import { Refusal } from './refusal.ts';
import { addCommand, type Perform, type Report, type ReportOptions } from './report.ts';

/** Adds `account create`, `show`, `list`, `suspend`, `resume` and `purchase`. */
export function addAccountCommands(program: Command, perform: Perform): void {
  const group = program
    .command('account')
    .description('agencies: who they are, what they bought, whether they may write');
  addCreate(group, perform);
  addShow(group, perform);
  addList(group, perform);
  addSuspend(group, perform);
  addResume(group, perform);
  addPurchase(group, perform);
}

/**
 * The account with this id.
 *
 * @throws Refusal when there is none
 */
export async function requireAccount(db: Sql, accountId: string): Promise<AccountRecord> {
  const account = await readAccountRecord(db, accountId);
  if (!account) throw new Refusal(`There is no account ${accountId}.`);
  return account;
}

function addCreate(group: Command, perform: Perform): void {
  addCommand(group, 'create', 'make an account, with 100 launches in test mode and none in live mode')
    .requiredOption('--name <name>', "the agency's name", parseName)
    .requiredOption('--email <address>', "the owner's email address", parseEmail)
    .action((options: ReportOptions & { name: string; email: string }) =>
      perform(options, async (deps) => {
        const id = await createAccount(deps, { name: options.name, ownerEmail: options.email });
        return report(deps.db.sql, id, ({ launches }) => [
          `Created account ${id}.`,
          `Test mode has ${launches.test.available} launches; live mode has none until a purchase is recorded.`,
        ]);
      }),
    );
}

function addShow(group: Command, perform: Perform): void {
  addCommand(group, 'show', 'show an account')
    .argument('<account>', 'its acc_ id', parseAccountId)
    .action((id: string, options: ReportOptions) =>
      perform(options, ({ db }) => report(db.sql, id, (account) => [accountText(account)])),
    );
}

function addList(group: Command, perform: Perform): void {
  addCommand(group, 'list', 'list all accounts, newest first').action((options: ReportOptions) =>
    perform(options, async ({ db }) => {
      const accounts = await listAccountRecords(db.sql);
      return {
        json: { object: 'list', data: accounts.map(accountJson) },
        text: accounts.length > 0 ? accountsTable(accounts) : 'There are no accounts.',
      };
    }),
  );
}

function addSuspend(group: Command, perform: Perform): void {
  addCommand(group, 'suspend', 'let an account read but not write, and start none of its waiting listings')
    .argument('<account>', 'its acc_ id', parseAccountId)
    .action((id: string, options: ReportOptions) =>
      perform(options, async (deps) => {
        const { state } = await requireAccount(deps.db.sql, id);
        if (state === 'suspended') throw new Refusal(`The account ${id} is suspended already.`);
        await setSuspended(deps, id, true);
        return report(deps.db.sql, id, () => [`Suspended account ${id}.`]);
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
        return report(deps.db.sql, id, (account) => [`Resumed account ${id}, which is in state ${account.state}.`]);
      }),
    );
}

function addPurchase(group: Command, perform: Perform): void {
  addCommand(group, 'purchase', 'add live launches that an account has bought')
    .argument('<account>', 'its acc_ id', parseAccountId)
    .requiredOption('--launches <number>', 'how many, 1 to 1000000', parseLaunches)
    .option('--reference <text>', 'what your books call the purchase', parseReference)
    .action((id: string, options: ReportOptions & { launches: number; reference?: string }) =>
      perform(options, async (deps) => {
        await requireAccount(deps.db.sql, id);
        await recordPurchase(deps, id, options);
        return report(deps.db.sql, id, ({ launches: { live } }) => [
          `Recorded ${options.launches} live launches for account ${id}, which has ${live.available} available now.`,
        ]);
      }),
    );
}

/** The account as it is now, and what has happened to it. */
async function report(db: Sql, accountId: string, lines: (account: AccountRecord) => string[]): Promise<Report> {
  const account = await requireAccount(db, accountId);
  return { json: accountJson(account), text: lines(account).join('\n') };
}
