import { Argument, Option, type Command } from 'commander';
import { ACTION_CODES, type ListingMove, type ListingReason } from '../domain/listing-status.ts';
import { MOVE_COMMANDS, type OperatorMove } from '../domain/operator-moves.ts';
import { refuseCorrection, refuseOutcome, refuseQuestion } from '../domain/refuse-input.ts';
import { moveByOperator } from '../services/listings/move-by-operator.ts';
import { parseListingId } from './arguments.ts';
import { listingDetailsJson, listingText } from './present-listing.ts';
import { Refusal } from './refusal.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';
import { requireListing } from './require-listing.ts';

interface OutcomeOptions extends ReportOptions {
  reason?: ListingReason;
  liveUrl?: string;
}

interface QuestionOptions extends ReportOptions {
  message: string;
  of: 'agency' | 'client';
}

/** Adds `listing report`, `ask`, `settle` and `correct`: what the updates of a listing's workflow do, without Temporal. */
export function addMoveCommands(group: Command, perform: Perform): void {
  addReport(group, perform);
  addAsk(group, perform);
  addSettle(group, perform);
  addCorrect(group, perform);
}

function addReport(group: Command, perform: Perform): void {
  addMove(group, 'reportOutcome', 'say what a directory did with a live listing')
    .argument('<status>', 'submitted, live, not_accepted or cancelled')
    .option('--reason <reason>', 'why it ended: declined, unavailable, removed or withdrawn')
    .option('--live-url <url>', 'where it was published')
    .action((id: string, to: string, { reason, liveUrl, ...options }: OutcomeOptions) => {
      const outcome = { ...moveTo(to, liveUrl), ...(reason === undefined ? {} : { reason }) };
      return move(perform, options, id, 'reportOutcome', outcome, refuseOutcome(outcome));
    });
}

function addAsk(group: Command, perform: Perform): void {
  addMove(group, 'askAgency', 'ask the agency or its client to do something before a live listing can go on')
    .addArgument(new Argument('<code>', 'what is to be done').choices(ACTION_CODES))
    .requiredOption('--message <text>', 'what to tell them')
    .addOption(new Option('--of <who>', 'who is to do it').choices(['agency', 'client']).default('agency'))
    .action((id: string, code: (typeof ACTION_CODES)[number], { message, of, ...options }: QuestionOptions) => {
      const action = { code, waiting_on: of, client_message: message };
      return move(perform, options, id, 'askAgency', { to: 'action_required', action }, refuseQuestion(action));
    });
}

function addSettle(group: Command, perform: Perform): void {
  addMove(
    group,
    'settleAction',
    'say that what was asked for is done: the listing goes on in the next free slot',
  ).action((id: string, options: ReportOptions) =>
    move(perform, options, id, 'settleAction', { to: 'in_progress' }, null),
  );
}

function addCorrect(group: Command, perform: Perform): void {
  addMove(group, 'correct', 'put right what was said of a listing that is live, not accepted or cancelled')
    .argument('<status>', 'pending, submitted or live')
    .option('--live-url <url>', 'where it is published')
    .action((id: string, to: string, { liveUrl, ...options }: OutcomeOptions) => {
      const correction = moveTo(to, liveUrl);
      return move(perform, options, id, 'correct', correction, refuseCorrection(correction));
    });
}

function addMove(group: Command, by: OperatorMove, summary: string): Command {
  return addCommand(group, MOVE_COMMANDS[by], summary).argument('<listing>', 'its lst_ id', parseListingId);
}

/** The status is as it was typed. */
function moveTo(to: string, liveUrl: string | undefined): ListingMove {
  return { to: to as ListingMove['to'], ...(liveUrl === undefined ? {} : { live_url: liveUrl }) };
}

async function move(
  perform: Perform,
  options: ReportOptions,
  id: string,
  by: OperatorMove,
  asked: ListingMove,
  refusal: string | null,
): Promise<void> {
  if (refusal) throw new Refusal(refusal);
  await perform(options, async (deps) => {
    await requireListing(deps.db.sql, id);
    await moveByOperator(deps, id, by, asked);
    const listing = await requireListing(deps.db.sql, id);
    return { json: listingDetailsJson(listing, deps.assetsUrl), text: listingText(listing, deps.assetsUrl) };
  });
}
