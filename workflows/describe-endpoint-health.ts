import {
  DISABLE_AFTER_MS,
  DISABLE_FROM_EVENTS,
  WARN_AFTER_MS,
  type HealthStep,
} from '../src/domain/endpoint-health.ts';
import type { EndpointHealth } from '../src/services/webhooks/endpoint-health.ts';

/**
 * Markdown for the Temporal UI: since when an endpoint fails, and what happens when.
 *
 * @param unsent why the owner could not be warned; null while nothing hindered it
 */
export function describeHealth(health: EndpointHealth, step: HealthStep, unsent: string | null): string {
  return [
    `${failingSince(health)} At its last look, at ${new Date().toISOString()}, **${eventsOf(health)}** had failed.`,
    describeStep(health, step),
    ...(unsent === null ? [] : [`Its owner was **not** warned: ${unsent}`]),
    'A delivery that succeeds, `PATCH` with `enabled`, or the deletion of the endpoint ends this.',
  ].join('\n\n');
}

/** @param told what became of the mail to its owner */
export function describeDisabled(health: EndpointHealth, at: string, told: string): string {
  return [
    `${failingSince(health)} It was disabled at ${at}, after ${eventsOf(health)} had failed; ${told}.`,
    'Enabled again by its owner with `PATCH`, it starts anew, and what is held for it goes out.',
  ].join('\n\n');
}

function describeStep(health: EndpointHealth, step: HealthStep): string {
  switch (step.do) {
    case 'warn':
      return 'Warns its owner by mail, which is tried for a day.';
    case 'disable':
      return 'Disables it.';
    case 'wait':
      return describeWait(health, step.until.toISOString());
  }
}

function describeWait(health: EndpointHealth, until: string): string {
  const warnAt = after(health, WARN_AFTER_MS);
  const disableAt = after(health, DISABLE_AFTER_MS);
  const disables = `disables it at ${disableAt} if ${DISABLE_FROM_EVENTS} different events have failed by then`;
  if (until === warnAt) return `Waits until ${until} to warn its owner by mail, then ${disables}.`;
  if (until === disableAt) return `Waits, and ${disables}.`;
  return `Waits for ${DISABLE_FROM_EVENTS} different events to have failed, and looks again at ${until}: then it is disabled.`;
}

function failingSince({ url, failingSince }: EndpointHealth): string {
  return `No delivery to ${url} has succeeded since ${failingSince}.`;
}

function eventsOf({ failedEvents }: EndpointHealth): string {
  const count = failedEvents < DISABLE_FROM_EVENTS ? `${failedEvents}` : `${DISABLE_FROM_EVENTS} or more`;
  return failedEvents === 1 ? '1 event' : `${count} different events`;
}

function after(health: EndpointHealth, ms: number): string {
  return new Date(Date.parse(health.failingSince) + ms).toISOString();
}
