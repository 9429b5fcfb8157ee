import { setTimeout } from 'node:timers/promises';
import { HOUR_MS } from '../domain/time.ts';
import { Unavailable } from './failures.ts';

export interface Patience {
  /** Told once when a wait begins, and once when it is over. */
  notice: (message: string) => void;
  signal: AbortSignal;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/**
 * Asks until there is an answer, waiting as long as the API says, else longer each time up to 15 s.
 *
 * @throws whatever `ask` throws but Unavailable; the signal's reason when aborted
 */
export async function persist<Answer>(ask: () => Promise<Answer>, { notice, signal }: Patience): Promise<Answer> {
  for (let failures = 0; ; failures++) {
    try {
      const answer = await ask();
      if (failures > 0) notice('The API answers again.');
      return answer;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      const ownMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
      // The hourly limit is the longest that the API ever has a reason to ask for.
      const waitMs = Math.min(Math.max(error.retryAfterMs ?? ownMs, FIRST_WAIT_MS), HOUR_MS);
      if (failures === 0) notice(`${error.message} Trying again in ${Math.ceil(waitMs / 1_000)} s, and so on.`);
      await setTimeout(waitMs, undefined, { signal });
    }
  }
}
