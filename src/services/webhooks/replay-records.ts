import type { Selectable } from 'kysely';
import type { Schema, Sql } from '../../db/database.ts';
import { toPage, type Page } from '../../db/page.ts';

export type ReplayRecord = Selectable<Schema['webhook_replay']>;

/** Null when there is none, or its endpoint was deleted. */
export async function readReplayRecord(db: Sql, replayId: string): Promise<ReplayRecord | null> {
  const row = await selectReplays(db).where('r.id', '=', replayId).executeTakeFirst();
  return row ?? null;
}

/** The replays of an endpoint, newest first. */
export async function listReplayRecords(db: Sql, endpointId: string, limit: number): Promise<Page<ReplayRecord>> {
  const rows = await selectReplays(db)
    .where('r.endpoint_id', '=', endpointId)
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit);
}

function selectReplays(db: Sql) {
  return db
    .selectFrom('webhook_replay as r')
    .innerJoin('webhook_endpoint as w', 'w.id', 'r.endpoint_id')
    .selectAll('r')
    .where('w.deleted_at', 'is', null);
}
