import type { Clock } from '../clock.ts';

/** A clock that runs like the machine's, ahead of it by as much as the server's time has been seen to be. */
export interface FollowingClock extends Clock {
  /** @param serverMs the server's time, in milliseconds since 1970, read before this call. The clock never goes back. */
  follow(serverMs: number): void;
}

export function createFollowingClock(): FollowingClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    follow: (serverMs) => void (aheadMs = Math.max(aheadMs, serverMs - Date.now())),
  };
}
