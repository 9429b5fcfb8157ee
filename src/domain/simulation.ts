/** How test mode moves a listing by itself: outcomes fixed by the directory, waits scaled by a pace. */
import type { ListingMove, ListingStatus } from './listing-status.ts';
import { fractionOf } from './spread.ts';

export const SIMULATED_OUTCOMES = [
  'live',
  'live_without_link',
  'live_at_once',
  'declined',
  'unavailable',
  'action_then_live',
] as const;

export type SimulatedOutcome = (typeof SIMULATED_OUTCOMES)[number];

export interface SimulatedListing {
  id: string;
  status: ListingStatus;
  outcome: SimulatedOutcome;
  /** Whether an action was asked for and settled before: the simulation asks once. */
  actionSettled: boolean;
  /** Where the simulated directory would publish it. */
  liveUrl: string;
}

export interface SimulatedStep {
  afterMs: number;
  move: ListingMove;
}

const PREPARE_MS = 30_000;
const REVIEW_MS = 90_000;
const ANSWER_MS = 60_000;

/**
 * The next step of a listing in test mode, or null where nothing moves by itself (waiting for a slot, ended).
 *
 * @param pace 1 is the default speed; 10 is ten times as fast
 */
export function nextSimulatedStep(listing: SimulatedListing, pace: number): SimulatedStep | null {
  const step = stepFrom(listing);
  return step && { ...step, afterMs: Math.round((step.afterMs * spread(listing.id)) / pace) };
}

function stepFrom({ status, outcome, actionSettled, liveUrl }: SimulatedListing): SimulatedStep | null {
  const published: ListingMove = outcome === 'live_without_link' ? { to: 'live' } : { to: 'live', live_url: liveUrl };
  switch (status) {
    case 'in_progress':
      if (outcome === 'live_at_once') return { afterMs: PREPARE_MS, move: published };
      if (outcome === 'unavailable')
        return { afterMs: PREPARE_MS, move: { to: 'not_accepted', reason: 'unavailable' } };
      if (outcome === 'action_then_live' && !actionSettled) return { afterMs: PREPARE_MS, move: askForDetails };
      return { afterMs: PREPARE_MS, move: { to: 'submitted' } };
    case 'action_required':
      return { afterMs: ANSWER_MS, move: { to: 'in_progress' } };
    case 'submitted':
      if (outcome === 'declined') return { afterMs: REVIEW_MS, move: { to: 'not_accepted', reason: 'declined' } };
      return { afterMs: REVIEW_MS, move: published };
    default:
      return null;
  }
}

const askForDetails: ListingMove = {
  to: 'action_required',
  action: {
    code: 'provide_details',
    waiting_on: 'client',
    client_message: 'The directory asks for more details about the product. In test mode this settles itself.',
  },
};

/** Between 0.5 and 1.5, always the same for an id, so that listings do not move in lockstep and a replay agrees. */
function spread(id: string): number {
  return 0.5 + fractionOf(id);
}
