import { defineUpdate, setHandler } from '@temporalio/workflow';
import type { HttpDriver } from './drivers/http-driver.ts';
import type { Looks } from './look.ts';
import type { Parking } from './parking.ts';
import type { ProofOfLive } from './proof-of-live.ts';
import { refuse } from './refuse.ts';

/** Tries the submission now, whatever it waits for. */
export const retry = defineUpdate<unknown>('retry');

/** Lets what is stuck go on with its schedule. */
export const resume = defineUpdate<unknown>('resume');

/** What can be stuck of a listing. */
interface Stoppable {
  http: HttpDriver;
  page: ProofOfLive;
  parking: Parking;
}

/** Hears the updates that move no listing, but let it go on. */
export function handleGoingOn(looks: Looks, { http, page, parking }: Stoppable): void {
  setHandler(
    retry,
    () => {
      http.retryNow();
      looks.ask();
    },
    {
      validator: () => refuse(http.refuseRetry()),
      description: 'Try the submission now, whether it waits or is stuck. It still takes a turn of its day.',
    },
  );
  setHandler(
    resume,
    () => {
      if (http.stuck) http.resume();
      if (page.stuck) page.resume();
      looks.ask();
    },
    {
      validator: () => {
        const isStuck = http.stuck ?? page.stuck ?? parking.isTaken;
        refuse(isStuck ? null : http.refuseResume());
      },
      description:
        'Let a listing that is stuck go on: its submission after the wait that is next in the schedule, the readings of its page in a month, as if it were there',
    },
  );
}
