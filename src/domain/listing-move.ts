/** What a move makes of a listing (specification 2.4 and 3.2). */
import type { ListingAction, ListingMove, ListingReason, ListingStatus } from './listing-status.ts';

export interface ListingState {
  status: ListingStatus;
  reason: ListingReason | null;
  action: ListingAction | null;
  action_settled: boolean;
  live_url: string | null;
  /** The file of its proof, which `proof_url` shows. */
  proof_asset_key: string | null;
  queued_at: Date | null;
  queue_rank: number;
  version: number;
  submitted_at: Date | null;
  live_at: Date | null;
  moved_at: Date;
}

/** New listings queue after those that return from `action_required`. */
export const QUEUE_RANK = { returning: 0, new: 1 } as const;

/** The state after an allowed move. What the new status has not reached is cleared; `live_at` stays. */
export function moved(state: ListingState, move: ListingMove, now: Date): ListingState {
  const reached = move.to === 'submitted' || move.to === 'live' || state.status === 'live';
  const ended = move.to === 'not_accepted' || move.to === 'cancelled';
  return {
    status: move.to,
    reason: move.reason ?? null,
    action: move.action ?? null,
    action_settled: state.action_settled || (state.status === 'action_required' && move.to === 'in_progress'),
    live_url: move.to === 'live' ? (move.live_url ?? null) : null,
    proof_asset_key: move.to === 'live' ? state.proof_asset_key : null,
    queued_at: move.to === 'pending' ? now : null,
    queue_rank: QUEUE_RANK.new,
    version: state.version + 1,
    submitted_at: reached || ended ? (state.submitted_at ?? (reached ? now : null)) : null,
    live_at: move.to === 'live' ? now : state.live_at,
    moved_at: now,
  };
}

/** The state of a listing whose action is done and that waits for a slot. Its status does not change. */
export function waitingForSlot(state: ListingState, action: ListingAction, now: Date): ListingState {
  return {
    ...state,
    action: { ...action, waiting_on: 'service' },
    queued_at: now,
    queue_rank: QUEUE_RANK.returning,
    version: state.version + 1,
  };
}
