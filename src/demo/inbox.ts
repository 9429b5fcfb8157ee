import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from './webhook-event.ts';

export type Verdict = 'accepted' | 'duplicate' | 'rejected';

export interface Tally {
  received: number;
  /** Received with a good signature, duplicates included. */
  verified: number;
  duplicates: number;
  rejected: number;
}

/** What a careful receiver does with webhooks: believes only what is signed, and handles each event once. */
export interface Inbox {
  readonly tally: Readonly<Tally>;
  /** @param body the bytes of the request, as received */
  take(headers: Record<string, string>, body: Buffer): Verdict;
  /** Whether the event with this id was accepted. */
  has(eventId: string): boolean;
}

/**
 * @param secret the endpoint's, `whsec_...`
 * @param onEvent called with each event when it is accepted
 */
export function createInbox(secret: string, onEvent: (event: WebhookEvent) => void): Inbox {
  const webhook = new Webhook(secret);
  const accepted = new Set<string>();
  const tally: Tally = { received: 0, verified: 0, duplicates: 0, rejected: 0 };

  const verify = (headers: Record<string, string>, body: Buffer): WebhookEvent | null => {
    try {
      const event = webhook.verify(body, headers) as WebhookEvent;
      return event.id === headers['webhook-id'] ? event : null;
    } catch {
      return null;
    }
  };

  return {
    tally,
    has: (eventId) => accepted.has(eventId),
    take(headers, body) {
      tally.received++;
      const event = verify(headers, body);
      if (!event) {
        tally.rejected++;
        return 'rejected';
      }
      tally.verified++;
      if (accepted.has(event.id)) {
        tally.duplicates++;
        return 'duplicate';
      }
      accepted.add(event.id);
      onEvent(event);
      return 'accepted';
    },
  };
}
