import type { ListingReading } from '../../activities/index.ts';

/** What a driver does next by itself. */
export interface DriverStep {
  /** When, in milliseconds since the epoch. */
  dueMs: number;
  act: () => Promise<unknown>;
}

/** Moves listings along: what it does by itself, and what operators read of it. */
export interface Driver {
  /** Null where somebody else moves the listing on. */
  next(reading: ListingReading): DriverStep | null;
  /** What a listing that has begun and not ended waits for, in Markdown. */
  describe(reading: ListingReading): string;
}
