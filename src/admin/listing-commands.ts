import { Option, type Command } from 'commander';
import { LISTING_STATUSES, type ListingStatus } from '../domain/listing-status.ts';
import { listListingRecords, listStuckListings } from '../services/listings/listing-records.ts';
import { parseAccountId, parseListingId, parseProjectId } from './arguments.ts';
import { addGoingOnCommands } from './going-on-commands.ts';
import { addLoginCommands } from './login-commands.ts';
import { addMoveCommands } from './move-commands.ts';
import { listingDetailsJson, listingJson, listingsTable, listingText } from './present-listing.ts';
import { reportStuck } from './present-stuck.ts';
import { addProofCommand } from './proof-command.ts';
import { addLimit, reportList, type ListOptions } from './report-list.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';
import { requireAccount } from './require-account.ts';
import { requireListing } from './require-listing.ts';
import { requireProject } from './require-project.ts';

/** Adds the group `listing`. */
export function addListingCommands(program: Command, perform: Perform): void {
  const group = program.command('listing').description('listings: where they stand, and what their directories did');
  addShow(group, perform);
  addList(group, perform);
  addStuck(group, perform);
  addMoveCommands(group, perform);
  addGoingOnCommands(group, perform);
  addProofCommand(group, perform);
  addLoginCommands(group, perform);
}

function addShow(group: Command, perform: Perform): void {
  addCommand(group, 'show', 'show where a listing stands and what can be done with it')
    .argument('<listing>', 'its lst_ id', parseListingId)
    .action((id: string, options: ReportOptions) =>
      perform(options, async ({ db, assetsUrl }) => {
        const listing = await requireListing(db.sql, id);
        return { json: listingDetailsJson(listing, assetsUrl), text: listingText(listing, assetsUrl) };
      }),
    );
}

function addList(group: Command, perform: Perform): void {
  addLimit(addCommand(group, 'list', "list a project's listings, highest rated directory first"))
    .argument('<project>', 'the prj_ id', parseProjectId)
    .addOption(new Option('--status <status>', 'only those with this status').choices(LISTING_STATUSES))
    .action((projectId: string, options: ListOptions & { status?: ListingStatus }) =>
      perform(options, async ({ db, assetsUrl }) => {
        await requireProject(db.sql, projectId);
        return reportList(await listListingRecords(db.sql, projectId, options.status, options.limit), {
          json: (listing) => listingJson(listing, assetsUrl),
          table: listingsTable,
          none: `The project ${projectId} has no${options.status ? ' such' : ''} listings.`,
        });
      }),
    );
}

function addStuck(group: Command, perform: Perform): void {
  addLimit(addCommand(group, 'stuck', 'list the listings that wait for an operator, and why, oldest first'))
    .option('--account <account>', 'only those of this acc_ id', parseAccountId)
    .action((options: ListOptions & { account?: string }) =>
      perform(options, async ({ db, clock, assetsUrl }) => {
        const { account, limit } = options;
        if (account !== undefined) await requireAccount(db.sql, account);
        // Temporal's client is slow to load, and few commands need it.
        const { listParked } = await import('./list-parked.ts');
        const parked = await listParked(account);
        const parkedIds = [...parked.reasons.keys()];
        const page = await listStuckListings(db.sql, { accountId: account, parkedIds }, clock.now(), limit);
        return reportStuck(page, parked, assetsUrl);
      }),
    );
}
