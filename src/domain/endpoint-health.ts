import { HOUR_MS } from './time.ts';

/** When an endpoint that fails is disabled (specification 6.4, rule 4), and when its owner is warned of that. */

export const DISABLE_AFTER_MS = 72 * HOUR_MS;
export const WARN_AFTER_MS = DISABLE_AFTER_MS / 2;
/** So many different events must have failed; more are not counted. */
export const DISABLE_FROM_EVENTS = 10;

/**
 * Nobody is told of another failed event, so one that has failed for long is looked at so often: it is disabled an hour
 * late at most, for 24 small reads a day.
 */
const LOOK_AGAIN_MS = HOUR_MS;

/** How long an endpoint has failed, and with how many events. */
export interface Failing {
  /** The first failed attempt since the last success or the last enabling. */
  failingSince: Date;
  /** Different events with a failed attempt since then, up to `DISABLE_FROM_EVENTS`. */
  failedEvents: number;
}

export type HealthStep = { do: 'warn' } | { do: 'disable' } | { do: 'wait'; until: Date };

/** Whether a failing endpoint is to be disabled now. */
export function isToBeDisabled({ failingSince, failedEvents }: Failing, now: Date): boolean {
  return failedEvents >= DISABLE_FROM_EVENTS && now.getTime() >= failingSince.getTime() + DISABLE_AFTER_MS;
}

/**
 * What is to be done about a failing endpoint.
 *
 * @param isWarned whether the owner was told of this failing, or could not be
 */
export function nextHealthStep(failing: Failing, isWarned: boolean, now: Date): HealthStep {
  if (isToBeDisabled(failing, now)) return { do: 'disable' };
  const warnAt = failing.failingSince.getTime() + WARN_AFTER_MS;
  if (now.getTime() < warnAt) return { do: 'wait', until: new Date(warnAt) };
  if (!isWarned) return { do: 'warn' };
  const disableAt = failing.failingSince.getTime() + DISABLE_AFTER_MS;
  return { do: 'wait', until: new Date(now.getTime() < disableAt ? disableAt : now.getTime() + LOOK_AGAIN_MS) };
}
