import { toSecond } from '../domain/time.ts';
import { workflowIds } from '../domain/workflow-ids.ts';
import type { ReplayRecord } from '../services/webhooks/replay-records.ts';
import { formatTable } from './report.ts';

/** A replay for programs; its times are to the second. */
export function replayJson(replay: ReplayRecord) {
  const { ended_at } = replay;
  return {
    object: 'webhook_replay',
    id: replay.id,
    endpoint: replay.endpoint_id,
    since: toSecond(replay.since),
    requested_at: toSecond(replay.requested_at),
    status: stateOf(replay),
    events: eventsOf(replay),
    seen: seenOf(replay),
    retried: replay.retried,
    created: replay.created,
    ended_at: ended_at && toSecond(ended_at),
    workflow: workflowIds.replay(replay.id),
  };
}

/** Replays for people, one a line. */
export function replaysTable(replays: ReplayRecord[]): string {
  return formatTable(
    ['ID', 'STATUS', 'SINCE', 'REQUESTED', 'EVENTS SEEN', 'SENT AGAIN', 'SENT FIRST', 'ENDED'],
    replays.map((replay) => [
      replay.id,
      stateOf(replay),
      toSecond(replay.since),
      toSecond(replay.requested_at),
      `${seenOf(replay)} of ${eventsOf(replay)}`,
      `${replay.retried}`,
      `${replay.created}`,
      replay.ended_at ? toSecond(replay.ended_at) : '-',
    ]),
  );
}

export function stateOf({ outcome }: ReplayRecord): string {
  return outcome ?? 'under_way';
}

function eventsOf({ begin_position, end_position }: ReplayRecord): number {
  return end_position - begin_position;
}

function seenOf({ begin_position, position }: ReplayRecord): number {
  return position - begin_position;
}
