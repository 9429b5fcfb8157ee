import type { Command } from 'commander';
import { toSecond } from '../domain/time.ts';
import { findPurchase, listPurchaseRecords } from '../services/accounts/purchase-records.ts';
import { recordPurchase } from '../services/accounts/record-purchase.ts';
import { parseAccountId, parseLaunches, parseReference } from './arguments.ts';
import { purchaseJson, purchasesTable } from './present-purchase.ts';
import { Refusal } from './refusal.ts';
import { addLimit, reportList, type ListOptions } from './report-list.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';
import { reportAccount, requireAccount } from './require-account.ts';

/** Adds `account purchase` and `purchases`. */
export function addPurchaseCommands(group: Command, perform: Perform): void {
  addPurchase(group, perform);
  addPurchases(group, perform);
}

function addPurchase(group: Command, perform: Perform): void {
  addCommand(group, 'purchase', 'add live launches that an account has bought')
    .argument('<account>', 'its acc_ id', parseAccountId)
    .requiredOption('--launches <number>', 'how many, 1 to 1000000', parseLaunches)
    .option(
      '--reference <text>',
      'what your books call the purchase; it counts once, however often you try',
      parseReference,
    )
    .action((id: string, options: ReportOptions & { launches: number; reference?: string }) =>
      perform(options, async (deps) => {
        await requireAccount(deps.db.sql, id);
        const { launches, reference } = options;
        if (!(await recordPurchase(deps, id, { launches, reference }))) {
          const { id: number, ...first } = (await findPurchase(deps.db.sql, id, reference!))!;
          throw new Refusal(
            `The account ${id} has a purchase with the reference "${reference}" already: number ${number}, of ` +
              `${first.launches} launches, recorded at ${toSecond(first.createdAt)}.`,
          );
        }
        return reportAccount(
          deps,
          id,
          ({
            account: {
              launches: { live },
            },
          }) => `Recorded ${launches} live launches for account ${id}, which has ${live.available} available now.`,
        );
      }),
    );
}

function addPurchases(group: Command, perform: Perform): void {
  addLimit(addCommand(group, 'purchases', 'list what an account has bought, newest first'))
    .argument('<account>', 'its acc_ id', parseAccountId)
    .action((id: string, options: ListOptions) =>
      perform(options, async ({ db }) => {
        await requireAccount(db.sql, id);
        return reportList(await listPurchaseRecords(db.sql, id, options.limit), {
          json: purchaseJson,
          table: purchasesTable,
          none: `The account ${id} has bought nothing.`,
        });
      }),
    );
}
