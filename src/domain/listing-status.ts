/** The listing state machine: specification 3.2, with rules 4 and 5 of its transitions. */

export const LISTING_STATUSES = [
  'pending',
  'in_progress',
  'action_required',
  'submitted',
  'live',
  'not_accepted',
  'cancelled',
] as const;

export type ListingStatus = (typeof LISTING_STATUSES)[number];

export const LISTING_REASONS = ['declined', 'unavailable', 'removed', 'withdrawn'] as const;
export type ListingReason = (typeof LISTING_REASONS)[number];

/** What a move may say why, by its target; a move to any other status has no reason. */
type Reasons = readonly ListingReason[];
type Moves = Partial<Record<ListingStatus, Reasons>>;

const NONE: Reasons = [];
const CORRECTION: Moves = { pending: NONE, in_progress: NONE, submitted: NONE, live: NONE };

/** From status, to status, with the reasons that the move may give (empty: none). What is not here is not allowed. */
const TRANSITIONS: Record<ListingStatus, Moves> = {
  pending: { in_progress: NONE, not_accepted: ['unavailable'], cancelled: ['withdrawn'] },
  in_progress: {
    action_required: NONE,
    submitted: NONE,
    live: NONE,
    not_accepted: ['unavailable'],
    cancelled: ['withdrawn'],
  },
  action_required: { in_progress: NONE, not_accepted: ['unavailable'], cancelled: ['withdrawn'] },
  submitted: { live: NONE, not_accepted: ['declined'] },
  live: { submitted: NONE, not_accepted: ['removed'] },
  not_accepted: CORRECTION,
  cancelled: CORRECTION,
};

export const ACTION_CODES = [
  'install_badge',
  'confirm_email',
  'provide_details',
  'approve_copy',
  'complete_payment',
] as const;

export interface ListingAction {
  code: (typeof ACTION_CODES)[number];
  waiting_on: 'agency' | 'client' | 'service';
  client_message: string;
}

/** One change of a listing's status, before it is checked against the table. */
export interface ListingMove {
  to: ListingStatus;
  reason?: ListingReason;
  action?: ListingAction;
  live_url?: string;
}

export type MoveRefusal = 'to' | 'reason';

/** Null when the table allows the move, else the member of it that is wrong. */
export function refuseMove(from: ListingStatus, move: Pick<ListingMove, 'to' | 'reason'>): MoveRefusal | null {
  const reasons = TRANSITIONS[from][move.to];
  if (!reasons) return 'to';
  const fits = move.reason === undefined ? reasons.length === 0 : reasons.includes(move.reason);
  return fits ? null : 'reason';
}

/** The reason of a move that has but one; undefined when it has none or is not allowed. */
export function onlyReason(from: ListingStatus, to: ListingStatus): ListingReason | undefined {
  return TRANSITIONS[from][to]?.[0];
}

/** Statuses that hold a project in progress (3.1). */
export const UNFINISHED: readonly ListingStatus[] = ['pending', 'in_progress', 'action_required'];

/** Whether a listing with this status gave its share of the allowance back. */
export function givesShareBack(status: ListingStatus): boolean {
  return status === 'not_accepted' || status === 'cancelled';
}

/** Whether a listing has come to an end of its own: live, declined or withdrawn. */
export function isEnded(status: ListingStatus): boolean {
  return status === 'live' || status === 'not_accepted' || status === 'cancelled';
}
