import type { Sql } from '../db/database.ts';
import { readAccountRecord, type AccountRecord } from '../services/accounts/account-records.ts';
import { readActivity } from '../services/accounts/account-activity.ts';
import { readBrand } from '../services/accounts/account-brand.ts';
import type { TransactionDeps } from '../services/transaction.ts';
import { accountDetailsJson, type AccountDetails } from './present-account.ts';
import { Refusal } from './refusal.ts';
import type { Report } from './report.ts';

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

/** Reports the account as it is now, and in words what has happened to it. */
export async function reportAccount(
  { db, clock }: TransactionDeps,
  accountId: string,
  text: (details: AccountDetails) => string,
): Promise<Report> {
  const details = {
    account: await requireAccount(db.sql, accountId),
    brand: await readBrand(db.sql, accountId),
    activity: await readActivity(db.sql, accountId, clock.now()),
  };
  return { json: accountDetailsJson(details), text: text(details) };
}
