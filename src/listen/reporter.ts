import type { WebhookOutcome } from '../outbound/webhook-exchange.ts';
import type { FeedEvent } from './feed-page.ts';

/** What a run forwards, from where and to where. */
export interface Session {
  account: string;
  livemode: boolean;
  keyId: string;
  forwardUrl: string;
  events: readonly string[];
  project: string | null;
  /** The secret made for this run, or null where the developer gave one. */
  newSecret: string | null;
}

export interface Tally {
  succeeded: number;
  failed: number;
}

/** What a run tells, as it happens. */
export interface Reporter {
  started: (session: Session) => void;
  /** @param passedOver the events that came before and are not forwarded; null when all that the feed holds are */
  ready: (passedOver: number | null) => void;
  forwarded: (event: FeedEvent, outcome: WebhookOutcome) => void;
  notice: (message: string) => void;
  ended: (tally: Tally) => void;
}

/** Whether a delivery would have succeeded (specification 6.4). */
export function isSuccess({ httpStatus }: WebhookOutcome): boolean {
  return httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
}
