import { Argument, Option, type Command } from 'commander';
import {
  ACTION_CODES,
  LISTING_REASONS,
  LISTING_STATUSES,
  type ListingAction,
  type ListingMove,
  type ListingReason,
  type ListingStatus,
} from '../domain/listing-status.ts';
import { refuseOutcome } from '../domain/refuse-outcome.ts';
import { reportOutcome } from '../services/listings/report-outcome.ts';
import { parseListingId } from './arguments.ts';
import { listingDetailsJson, listingText } from './present-listing.ts';
import { Refusal } from './refusal.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';
import { requireListing } from './require-listing.ts';

interface OutcomeOptions extends ReportOptions {
  reason?: ListingReason;
  liveUrl?: string;
  action?: ListingAction['code'];
  waitingOn?: ListingAction['waiting_on'];
  message?: string;
}

/** Adds `listing report`. */
export function addReportCommand(group: Command, perform: Perform): void {
  addCommand(group, 'report', 'say what a directory did, ask for an action or end one, or correct a live listing')
    .argument('<listing>', 'its lst_ id', parseListingId)
    .addArgument(new Argument('<status>', 'what it is now').choices(LISTING_STATUSES))
    .addOption(new Option('--reason <reason>', 'why it ended').choices(LISTING_REASONS))
    .option('--live-url <url>', 'where it was published')
    .addOption(new Option('--action <code>', 'what is to be done').choices(ACTION_CODES))
    .addOption(new Option('--waiting-on <who>', 'who is to do it').choices(['agency', 'client']))
    .option('--message <text>', 'what to tell them')
    .action((id: string, to: ListingStatus, options: OutcomeOptions) => {
      const outcome = outcomeOf(to, options);
      const refusal = refuseOutcome(outcome);
      if (refusal) throw new Refusal(refusal);
      return perform(options, async (deps) => {
        await requireListing(deps.db.sql, id);
        await reportOutcome(deps, id, outcome);
        const listing = await requireListing(deps.db.sql, id);
        return { json: listingDetailsJson(listing), text: listingText(listing) };
      });
    });
}

function outcomeOf(to: ListingStatus, { reason, liveUrl, action, waitingOn, message }: OutcomeOptions): ListingMove {
  const asks = [action, waitingOn, message].some((part) => part !== undefined);
  return {
    to,
    ...(reason === undefined ? {} : { reason }),
    ...(liveUrl === undefined ? {} : { live_url: liveUrl }),
    // What is missing of it is for `refuseOutcome` to say.
    ...(asks ? { action: { code: action, waiting_on: waitingOn, client_message: message } as ListingAction } : {}),
  };
}
