import { Connection } from '@temporalio/client';
import { InternalConnectionOptionsSymbol, type InternalConnectionOptions } from '@temporalio/client/lib/connection.js';
import { msToTs, tsToMs } from '@temporalio/common/lib/time.js';

/**
 * The time of a time-skipping server. It runs like the machine's while it is locked; each lock is one in a count. Unlocked,
 * it jumps to the next timer whenever no workflow task and no activity is under way.
 */
export interface ServerTime {
  /** Milliseconds since 1970. */
  now(): Promise<number>;
  lock(): Promise<void>;
  unlock(): Promise<void>;
  /** Takes one lock off until so much of the server's time has passed. */
  unlockFor(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** @param address of a time-skipping server, which starts with one lock */
export async function connectServerTime(address: string): Promise<ServerTime> {
  // The client has the service built in, for the SDK's own test environment alone.
  const options: InternalConnectionOptions = {
    address,
    // Locks are counted, so that no call may be repeated.
    interceptors: [],
    [InternalConnectionOptionsSymbol]: { supportsTestService: true },
  };
  const connection = await Connection.connect(options);
  const service = connection.testService!;
  return {
    now: async () => tsToMs((await service.getCurrentTime({})).time),
    async lock() {
      await service.lockTimeSkipping({});
    },
    async unlock() {
      await service.unlockTimeSkipping({});
    },
    async unlockFor(ms) {
      await service.unlockTimeSkippingWithSleep({ duration: msToTs(ms) });
    },
    close: () => connection.close(),
  };
}
