import type { Command } from 'commander';
import type { Sql } from '../db/database.ts';
import { feedBegins } from '../domain/feed.ts';
import { toSecond } from '../domain/time.ts';
import { cancelReplay } from '../services/webhooks/cancel-replay.ts';
import { listReplayRecords, readReplayRecord, type ReplayRecord } from '../services/webhooks/replay-records.ts';
import { requestReplay } from '../services/webhooks/request-replay.ts';
import { parseEndpointId, parseReplayId, parseSince } from './arguments.ts';
import { replayJson, replaysTable, stateOf } from './present-replay.ts';
import { Refusal } from './refusal.ts';
import { addLimit, reportList, type ListOptions } from './report-list.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';
import { requireEndpoint } from './require-endpoint.ts';

/** Adds `webhook replay`, `replays` and `replay-cancel`. */
export function addReplayCommands(group: Command, perform: Perform): void {
  addReplay(group, perform);
  addReplays(group, perform);
  addCancel(group, perform);
}

function addReplay(group: Command, perform: Perform): void {
  addCommand(
    group,
    'replay',
    'send an endpoint what failed, and what it missed while it was disabled or otherwise filtered',
  )
    .argument('<endpoint>', 'its we_ id', parseEndpointId)
    .requiredOption('--since <time>', 'of events from then on, such as 2026-11-20T08:00:00Z', parseSince)
    .action((id: string, options: ReportOptions & { since: Date }) =>
      perform(options, async (deps) => {
        const { account_id, livemode } = await requireEndpoint(deps.db.sql, id);
        requireKept(options.since, deps.clock.now());
        const { replay, isNew } = await requestReplay(deps, { account_id, livemode }, id, options.since);
        if (!isNew) throw new Refusal(`The endpoint ${id} has a replay under way already: ${replay.id}.`);
        const events = replay.end_position - replay.begin_position;
        return {
          json: replayJson(replay),
          text: `Started replay ${replay.id}: it looks at ${events} events. \`webhook replays ${id}\` says how far it is.`,
        };
      }),
    );
}

function requireKept(since: Date, now: Date): void {
  if (since > now) throw new Refusal('The time must not be in the future.');
  const oldest = feedBegins(now);
  if (since < oldest)
    throw new Refusal(`Events are kept for 90 days: the time must not be before ${toSecond(oldest)}.`);
}

function addReplays(group: Command, perform: Perform): void {
  addLimit(addCommand(group, 'replays', "list an endpoint's replays, newest first, and how far they are"))
    .argument('<endpoint>', 'its we_ id', parseEndpointId)
    .action((id: string, options: ListOptions) =>
      perform(options, async ({ db }) => {
        await requireEndpoint(db.sql, id);
        return reportList(await listReplayRecords(db.sql, id, options.limit), {
          json: replayJson,
          table: replaysTable,
          none: `The endpoint ${id} has no replays.`,
        });
      }),
    );
}

function addCancel(group: Command, perform: Perform): void {
  addCommand(group, 'replay-cancel', 'end a replay; what it has made due still goes out')
    .argument('<replay>', 'its wr_ id', parseReplayId)
    .action((id: string, options: ReportOptions) =>
      perform(options, async (deps) => {
        await requireReplay(deps.db.sql, id);
        const isCancelled = await cancelReplay(deps, id);
        const replay = await requireReplay(deps.db.sql, id);
        if (!isCancelled) throw new Refusal(`The replay ${id} has ended already (${stateOf(replay)}).`);
        return {
          json: replayJson(replay),
          text: `Cancelled replay ${id}: ${sentBy(replay)} deliveries were made due.`,
        };
      }),
    );
}

async function requireReplay(db: Sql, replayId: string): Promise<ReplayRecord> {
  const replay = await readReplayRecord(db, replayId);
  if (!replay) throw new Refusal(`There is no replay ${replayId}.`);
  return replay;
}

function sentBy({ retried, created }: ReplayRecord): number {
  return retried + created;
}
