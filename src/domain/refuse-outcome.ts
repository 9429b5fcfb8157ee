import {
  ACTION_CODES,
  LISTING_REASONS,
  LISTING_STATUSES,
  refuseMove,
  type ListingAction,
  type ListingMove,
  type ListingReason,
  type ListingStatus,
} from './listing-status.ts';

const WHO_ACTS: readonly string[] = ['agency', 'client'];
const MAX_TEXT = 2_048;

/** A sentence that says what is wrong with an operator's outcome wherever the listing stands, or null. It may be any JSON. */
export function refuseOutcome({ to, reason, action, live_url }: ListingMove): string | null {
  if (!LISTING_STATUSES.includes(to)) return `\`to\` must be one of ${LISTING_STATUSES.join(', ')}.`;
  if (reason !== undefined && !LISTING_REASONS.includes(reason)) {
    return `\`reason\` must be one of ${LISTING_REASONS.join(', ')}.`;
  }
  if (to !== 'action_required' && action) return 'Only `action_required` takes an `action`.';
  if (to === 'action_required' && !action) return 'An `action` is needed to ask for one.';
  if (to !== 'live' && live_url !== undefined) return 'Only `live` takes a `live_url`.';
  if (live_url !== undefined && !isWebUrl(live_url)) return '`live_url` must be an http or https address.';
  return action ? refuseAction(action) : null;
}

function refuseAction({ code, waiting_on, client_message }: ListingAction): string | null {
  if (!ACTION_CODES.includes(code)) return `\`action.code\` must be one of ${ACTION_CODES.join(', ')}.`;
  if (!WHO_ACTS.includes(waiting_on)) return `\`action.waiting_on\` must be one of ${WHO_ACTS.join(', ')}.`;
  return isText(client_message) ? null : '`action.client_message` must be a text.';
}

function isWebUrl(value: unknown): boolean {
  return isText(value) && /^https?:\/\/[^\s/]+/.test(value);
}

/** A text that can be stored. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT && value.isWellFormed() && !value.includes('\0');
}

/** A sentence that says why a well-formed outcome is not one of a listing with this status, or null. */
export function refuseOutcomeFrom(status: ListingStatus, { to, reason }: ListingMove): string | null {
  if (to === 'in_progress' && status !== 'action_required') {
    return 'An outcome cannot be `in_progress`: slots start listings. Correct it to `pending` to have it start again.';
  }
  switch (refuseMove(status, { to, ...(reason === undefined ? {} : { reason }) })) {
    case 'to':
      return `A listing that is \`${status}\` cannot become \`${to}\`.`;
    case 'reason':
      return `\`${reason ?? 'no reason'}\` is not a reason for a move from \`${status}\` to \`${to}\`.`;
    case null:
      return null;
  }
}

/** What an operator may report of a listing with this status, with the reasons that the move must choose from. */
export function outcomesFrom(status: ListingStatus): { to: ListingStatus; reasons: ListingReason[] }[] {
  return LISTING_STATUSES.flatMap((to) => {
    const reasons = LISTING_REASONS.filter((reason) => refuseOutcomeFrom(status, { to, reason }) === null);
    return reasons.length > 0 || refuseOutcomeFrom(status, { to }) === null ? [{ to, reasons }] : [];
  });
}
