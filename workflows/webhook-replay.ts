import {
  CancellationScope,
  continueAsNew,
  isCancellation,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import { replayPauseMs } from '../src/domain/webhook-replay.ts';
import { database } from './activities.ts';
import { attributeOnce } from './attribute.ts';
import { describeCancelled, describeReplay } from './describe-replay.ts';
import { Looks } from './look.ts';

/**
 * Sends an endpoint the events that it missed, batch by batch, each when few of its attempts are due. Where it has come to
 * stands in the database, which also says when it was cancelled. A cancellation of the workflow is written there.
 *
 * @param pausedMs the pause before the run that goes on with this one
 */
export async function webhookReplay(replayId: string, pausedMs: number | null = null): Promise<void> {
  const looks = new Looks();
  try {
    while (!workflowInfo().continueAsNewSuggested) {
      looks.begin();
      const batch = await database.replayBatch(replayId, new Date().toISOString());
      if (!batch) return;
      attributeOnce(batch);
      const pauseMs = replayPauseMs(batch, pausedMs);
      setCurrentDetails(describeReplay(batch, pauseMs, replayId));
      if (batch.outcome !== null) return;
      await looks.next(pauseMs);
      pausedMs = pauseMs;
    }
  } catch (error) {
    if (isCancellation(error)) await endCancelled(replayId);
    throw error;
  }
  await continueAsNew<typeof webhookReplay>(replayId, pausedMs);
}

function endCancelled(replayId: string): Promise<void> {
  const at = new Date().toISOString();
  setCurrentDetails(describeCancelled(at));
  return CancellationScope.nonCancellable(() => database.endCancelledReplay(replayId, at));
}
