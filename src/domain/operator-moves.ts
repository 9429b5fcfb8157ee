/** What operators may do with a live listing where it stands: each move is an update of its workflow and a command. */
import {
  givesShareBack,
  LISTING_REASONS,
  LISTING_STATUSES,
  refuseMove,
  type ListingMove,
  type ListingReason,
  type ListingStatus,
} from './listing-status.ts';

export type OperatorMove = 'reportOutcome' | 'askAgency' | 'settleAction' | 'correct';

/** What each move is called in `npm run admin -- listing`. */
export const MOVE_COMMANDS: Record<OperatorMove, string> = {
  reportOutcome: 'report',
  askAgency: 'ask',
  settleAction: 'settle',
  correct: 'correct',
};

/** What test mode's listings are moved by. */
export const NOT_IN_TEST_MODE = 'Test mode moves its listings by itself; its test helper `advance` moves them by hand.';

const SLOTS_START = 'Slots start listings: correct it to `pending` to have it start again.';

/** Where a listing stands, for whoever is asked to move it. */
export interface Standing {
  livemode: boolean;
  status: ListingStatus;
}

/** A sentence that says why a well-formed move is not one of this listing, or null. */
export function refuseOperatorMove(
  by: OperatorMove,
  { livemode, status }: Standing,
  { to, reason }: Pick<ListingMove, 'to' | 'reason'>,
): string | null {
  if (!livemode) return NOT_IN_TEST_MODE;
  if (by === 'settleAction' && status !== 'action_required') {
    return `A listing that is \`${status}\` waits for no action.`;
  }
  if (by === 'correct' && to === 'in_progress') return SLOTS_START;
  const refusal = refuseMove(status, { to, ...(reason === undefined ? {} : { reason }) });
  if (refusal === 'to') return `A listing that is \`${status}\` cannot become \`${to}\`.`;
  const owner = moveOf(status, to);
  if (owner !== by) return `From \`${status}\` to \`${to}\` is not a move of \`${by}\`: ${nameMove(owner)} makes it.`;
  if (refusal === null) return null;
  return `\`${reason ?? 'no reason'}\` is not a reason for a move from \`${status}\` to \`${to}\`.`;
}

/** A sentence that says why a listing takes no proof of being live, or null. */
export function refuseProof({ livemode, status }: Standing): string | null {
  if (!livemode) return NOT_IN_TEST_MODE;
  return status === 'live' ? null : `A proof is of a live listing, and this one is \`${status}\`.`;
}

/** An update with its command, to be put into a sentence. */
export function nameMove(move: OperatorMove): string {
  return `\`${move}\` (on the command line, \`listing ${MOVE_COMMANDS[move]}\`)`;
}

/** What an operator may do with a live listing of this status, with the reasons that the move must choose from. */
export function operatorMovesFrom(
  status: ListingStatus,
): { by: OperatorMove; to: ListingStatus; reasons: ListingReason[] }[] {
  return LISTING_STATUSES.flatMap((to) => {
    const by = moveOf(status, to);
    const allows = (reason?: ListingReason) =>
      refuseOperatorMove(by, { livemode: true, status }, { to, ...(reason && { reason }) }) === null;
    const reasons = LISTING_REASONS.filter(allows);
    return reasons.length > 0 || allows() ? [{ by, to, reasons }] : [];
  });
}

/** Whose it is to take a listing from one status to another. That a directory took a listing down is an outcome. */
function moveOf(from: ListingStatus, to: ListingStatus): OperatorMove {
  if (givesShareBack(from) || (from === 'live' && to !== 'not_accepted')) return 'correct';
  if (to === 'action_required') return 'askAgency';
  return to === 'in_progress' ? 'settleAction' : 'reportOutcome';
}
