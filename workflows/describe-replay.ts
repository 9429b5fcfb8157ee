import type { ReplayOutcome } from '../src/domain/webhook-replay.ts';
import type { ReplayBatch } from '../src/services/webhooks/replay-batch.ts';

const ENDED: Record<ReplayOutcome, string> = {
  finished: '**Finished**: all it looked at was sent, or is due. What still waits goes out by itself.',
  cancelled: '**Cancelled**: nothing more is made due; what was due goes out.',
  endpoint_disabled:
    '**Stopped**: the endpoint is disabled. What was due is held. When it is enabled again, ask for another replay since the same time: what has arrived is left alone.',
  endpoint_deleted: '**Stopped**: the endpoint was deleted.',
};

/**
 * Markdown for the Temporal UI: how far a replay is, what it waits for and how it is cancelled.
 *
 * @param pauseMs until its next batch
 */
export function describeReplay(batch: ReplayBatch, pauseMs: number, replayId: string): string {
  return [
    `Sends \`${batch.endpointId}\` at ${batch.url} what it missed of the events since ${batch.since}, as asked at ${batch.requestedAt}.`,
    progress(batch),
    ...(batch.outcome === null ? [wait(batch, pauseMs), howToCancel(replayId)] : [ENDED[batch.outcome]]),
  ].join('\n\n');
}

export function describeCancelled(at: string): string {
  return `**Cancelled** at ${at}: nothing more is made due; what was due goes out.`;
}

function progress({ events, seen, retried, created }: ReplayBatch): string {
  const percent = events === 0 ? 100 : Math.floor((100 * seen) / events);
  return `It has looked at **${seen} of ${events}** events (${percent} %): sent ${retried} failed deliveries again, made ${created} that were missing.`;
}

function wait({ due, room, isFailing }: ReplayBatch, pauseMs: number): string {
  const next = `Its next batch is at ${new Date(Date.now() + pauseMs).toISOString()}.`;
  if (isFailing) return `Waits for the endpoint to work: its last attempt failed, so one event goes at a time. ${next}`;
  if (room === 0) return `Waits for attempts to go out: ${due} are due. ${next}`;
  return `Waits for what it has just made due to go out. ${next}`;
}

function howToCancel(replayId: string): string {
  return `Cancel this workflow, or run \`npm run admin -- webhook replay-cancel ${replayId}\`, to end it: what is due still goes out.`;
}
