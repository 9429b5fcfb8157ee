import type { AttemptError } from './db/entities/webhook.ts';
import type { ErrorCode } from './errors.ts';

/** How an attempt of a delivery ended: an error's value, a status that is no 2xx, or well. */
export type AttemptResult = 'succeeded' | 'http_error' | AttemptError;

/**
 * Hears what the service does while it does it, at its edges: the HTTP application, the dispatcher, the relay, mail and
 * activities. It must not throw, and returns at once. What is made of it is not for them to know.
 */
export interface Observe {
  /** @param operation its id; `none` where the path names none. @param errorCode null for an answer that is no error */
  request(request: { operation: string; status: number; errorCode: ErrorCode | null; durationMs: number }): void;
  /** @param waitedMs since the event, for the first attempt at a delivery; null for later ones */
  attempt(attempt: { result: AttemptResult; durationMs: number; waitedMs: number | null }): void;
  /** A message for Temporal was taken, or was not and will be sent again. */
  message(kind: string, outcome: 'published' | 'failed'): void;
  mail(outcome: 'sent' | 'refused' | 'failed'): void;
  /** @param result what it returned; undefined when it failed */
  activity(activity: { name: string; outcome: 'completed' | 'failed'; durationMs: number; result: unknown }): void;
}

/** For who is not watched. */
export const OBSERVE_NOTHING: Observe = {
  request: () => undefined,
  attempt: () => undefined,
  message: () => undefined,
  mail: () => undefined,
  activity: () => undefined,
};
