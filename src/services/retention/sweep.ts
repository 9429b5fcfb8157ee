import type { RetentionSweep } from '../../domain/retention.ts';
import { sweepReports } from '../reports/sweep-reports.ts';
import { sweepAssets } from '../images/sweep-assets.ts';
import type { ImageDeps } from '../images/store-image.ts';
import { sweepEndpoints } from './sweep-endpoints.ts';
import { sweepEvents } from './sweep-events.ts';
import { sweepDirectoryTurns, sweepEmails, sweepHourlyCounts, sweepIdempotencyKeys } from './sweep-rows.ts';

/** Small enough for its locks and files not to be in anyone's way. */
const BATCH = 500;

/** Deletes at most `limit` of what was kept long enough at that time, and says how many. */
type Sweep = (deps: ImageDeps, now: Date, limit: number) => Promise<number>;

const SWEEPS: Record<RetentionSweep, Sweep> = {
  'idempotency keys': sweepIdempotencyKeys,
  'hourly counts': sweepHourlyCounts,
  'discarded assets': sweepAssets,
  'directory turns': sweepDirectoryTurns,
  events: sweepEvents,
  'deleted endpoints': sweepEndpoints,
  emails: sweepEmails,
  reports: sweepReports,
};

/**
 * Runs a sweep, batch by batch, until a batch finds nothing more or it is told to stop.
 *
 * @param progress told how many were deleted so far; throws to stop
 * @returns how many were deleted
 */
export async function sweep(
  deps: ImageDeps,
  name: RetentionSweep,
  now: Date,
  progress: (deleted: number) => void,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = await SWEEPS[name](deps, now, BATCH);
    deleted += batch;
    progress(deleted);
    if (batch === 0) return deleted;
  }
}
