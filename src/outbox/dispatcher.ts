import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { SecretBox } from '../crypto/secret-box.ts';
import { signedHeaders } from '../crypto/webhook-signature.ts';
import type { Database } from '../db/database.ts';
import type { Observe } from '../observe.ts';
import type { Trace } from '../trace.ts';
import type { WebhookPoster } from '../outbound/webhook-post.ts';
import { claimDeliveries, type ClaimedDelivery } from './claim-deliveries.ts';
import type { Consumer, Incarnation } from './claimer.ts';
import { isSuccess, recordOutcomes, type AttemptOutcome } from './record-outcomes.ts';
import type { Wake } from './wake.ts';

export interface DispatcherDeps {
  db: Database;
  clock: Clock;
  wake: Wake;
  secrets: SecretBox;
  poster: WebhookPoster;
  log: Logger;
  observe: Observe;
  trace: Trace;
}

export interface Dispatcher {
  consume: Consumer;
  /** Claims no more, and resolves when what is being sent has ended and is recorded, or the claim of it is lost. */
  drain(): Promise<void>;
}

/** Enough for the black holes of many accounts, each of which an account's own limits bound, and for others beside them. */
const MAX_IN_FLIGHT = 1_000;
const RECORD_BATCH = 200;
const RECORD_AGAIN_MS = 500;

/** Sends every attempt of every delivery: claims what is due, posts it signed, records how it ended. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const finished: AttemptOutcome[] = [];
  let inFlight = 0;
  let claiming = false;
  let claims = Promise.resolve();
  let again = false;
  /** Whether there may be due deliveries that the end of an attempt makes room for. */
  let waitsForRoom = false;
  let recording = false;
  let draining = false;
  let whenIdle: (() => void)[] = [];

  async function claim(incarnation: Incarnation): Promise<void> {
    claiming = true;
    try {
      do {
        again = false;
        const room = MAX_IN_FLIGHT - inFlight;
        if (room === 0) {
          waitsForRoom = true;
          break;
        }
        const { deliveries, leavesSome } = await claimDeliveries(deps.db, incarnation.id, room);
        waitsForRoom = leavesSome;
        inFlight += deliveries.length;
        for (const delivery of deliveries) void send(delivery, incarnation);
        if (leavesSome && deliveries.length > 0) again = true;
      } while (again && !draining && !incarnation.signal.aborted);
    } catch (error) {
      deps.log.warn({ err: error }, 'due deliveries could not be claimed; trying again with the next sweep');
    } finally {
      claiming = false;
    }
  }

  async function send(delivery: ClaimedDelivery, incarnation: Incarnation): Promise<void> {
    try {
      const outcome = await tracedAttempt(deps, delivery, incarnation);
      finished.push(outcome);
      deps.observe.attempt(describeAttempt(delivery, outcome));
    } catch (error) {
      if (incarnation.signal.aborted) {
        release(1);
        return;
      }
      deps.log.error({ err: error, delivery: delivery.id }, 'an attempt could not be made; it counts as failed');
      finished.push(notMade(deps, delivery, incarnation));
    }
    if (!recording) void record(incarnation);
  }

  async function record(incarnation: Incarnation): Promise<void> {
    recording = true;
    while (finished.length > 0) {
      const batch = finished.splice(0, RECORD_BATCH);
      try {
        if (await recordOutcomes(deps.db, batch)) deps.wake('outbox');
      } catch (error) {
        deps.log.warn({ err: error, attempts: batch.length }, 'outcomes could not be recorded');
        if (!incarnation.signal.aborted) {
          finished.unshift(...batch);
          await setTimeout(RECORD_AGAIN_MS);
          continue;
        }
      }
      release(batch.length);
      if (waitsForRoom) consume(incarnation);
    }
    recording = false;
  }

  function release(count: number): void {
    inFlight -= count;
    if (inFlight > 0) return;
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  }

  function consume(incarnation: Incarnation): void {
    again = true;
    if (!claiming && !draining && !incarnation.signal.aborted) claims = claim(incarnation);
  }

  return {
    consume,
    async drain() {
      draining = true;
      await claims;
      if (inFlight > 0) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}

/** An attempt, under what the event is about. Nothing of the trace goes to the endpoint. */
function tracedAttempt(deps: DispatcherDeps, delivery: ClaimedDelivery, incarnation: Incarnation) {
  const attributes = { 'listings.delivery_id': delivery.id, 'listings.event_id': delivery.event_id };
  const options = { kind: 'client', parent: delivery.traceparent, attributes } as const;
  return deps.trace.span('webhook attempt', options, async (span) => {
    const outcome = await attempt(deps, delivery, incarnation);
    const { httpStatus, error } = outcome;
    if (httpStatus !== null) span.add({ 'http.response.status_code': httpStatus });
    if (!isSuccess(outcome)) span.fail(error ?? 'http_error');
    return outcome;
  });
}

async function attempt(
  deps: DispatcherDeps,
  delivery: ClaimedDelivery,
  { id: claim, signal }: Incarnation,
): Promise<AttemptOutcome> {
  const attemptedAt = later(deps.clock.now(), delivery.due_at);
  const result = await deps.poster.post({
    url: delivery.url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Directory-Listing-Service/1 (webhooks)',
      ...signedHeaders(secretsAt(deps.secrets, delivery, attemptedAt), delivery.event_id, attemptedAt, delivery.body),
    },
    body: delivery.body,
    signal,
  });
  return { claim, delivery, attemptedAt, ...result };
}

/** The secrets that sign at a time: the present one, and for a day after it was rotated the one before. */
function secretsAt(secrets: SecretBox, delivery: ClaimedDelivery, at: Date): string[] {
  const { sealed_secret, previous_sealed_secret, previous_secret_expires_at } = delivery;
  const isBoth =
    previous_sealed_secret !== null && previous_secret_expires_at !== null && previous_secret_expires_at > at;
  return (isBoth ? [sealed_secret, previous_sealed_secret] : [sealed_secret]).map((sealed) => secrets.open(sealed));
}

/** A delivery's first attempt has been due since its event. */
function describeAttempt({ attempts, is_retry, due_at }: ClaimedDelivery, outcome: AttemptOutcome) {
  const { attemptedAt, durationMs, error } = outcome;
  return {
    result: isSuccess(outcome) ? 'succeeded' : (error ?? 'http_error'),
    durationMs,
    waitedMs: attempts === 0 && !is_retry ? attemptedAt.getTime() - due_at.getTime() : null,
  } as const;
}

/** The outcome of an attempt that could not even be started, so that the schedule goes on. */
function notMade(deps: DispatcherDeps, delivery: ClaimedDelivery, { id: claim }: Incarnation): AttemptOutcome {
  return {
    claim,
    delivery,
    attemptedAt: later(deps.clock.now(), delivery.due_at),
    httpStatus: null,
    durationMs: 0,
    error: 'connection_failed',
  };
}

/** An attempt does not start before it is due: where a workflow's skipped time is ahead of this clock, it counts. */
function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
