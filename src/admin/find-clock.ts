import { systemClock, type Clock } from '../clock.ts';
import type { AdminConfig } from '../config.ts';
import { createFollowingClock } from '../time-skipping/following-clock.ts';
import { Refusal } from './refusal.ts';

/**
 * The clock of the installation: this machine's, unless its time is skipped.
 *
 * @throws Refusal when it cannot be asked
 */
export async function findClock({ clockUrl }: Pick<AdminConfig, 'clockUrl'>): Promise<Clock> {
  if (!clockUrl) return systemClock;
  const clock = createFollowingClock();
  try {
    const { now } = (await (await fetch(clockUrl)).json()) as { now: string };
    clock.follow(Date.parse(now));
  } catch (error) {
    throw new Refusal(`CLOCK_URL does not tell the time: does the time-skipping stack run?`, { cause: error });
  }
  return clock;
}
