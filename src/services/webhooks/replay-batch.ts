import { sql } from 'kysely';
import type { Scope } from '../../db/scope.ts';
import { feedBegins } from '../../domain/feed.ts';
import { REPLAY_MAX_DUE, replayRoom, type ReplayOutcome } from '../../domain/webhook-replay.ts';
import { inTransaction, type Tx, type TransactionDeps } from '../transaction.ts';
import { deliverUndelivered, findMissed, retryFailed } from './missed-events.ts';
import type { ReplayRecord } from './replay-records.ts';

/** Where a replay stands after a batch. Times are ISO 8601. */
export interface ReplayBatch {
  endpointId: string;
  accountId: string;
  livemode: boolean;
  url: string;
  since: string;
  requestedAt: string;
  /** Events that it is to look at, and has looked at. */
  events: number;
  seen: number;
  /** Failed deliveries that it sent again. */
  retried: number;
  /** Deliveries that it made. */
  created: number;
  /** Attempts of the endpoint that were due or under way before this batch, up to `REPLAY_MAX_DUE`. */
  due: number;
  /** How many attempts this batch might make due. */
  room: number;
  /** Whether the endpoint's last attempt failed. */
  isFailing: boolean;
  /** Null while it is under way. */
  outcome: ReplayOutcome | null;
}

/**
 * Makes the next missed events of a replay due, as many as may be, in one transaction with its position. It may be
 * repeated: what was made due is not again, and what is due already leaves no room for more.
 *
 * @param at the workflow's time, at which the attempts fall due
 * @returns null when the replay is gone with its endpoint
 */
export async function replayBatch(deps: TransactionDeps, replayId: string, at: Date): Promise<ReplayBatch | null> {
  const scope = await deps.db.sql
    .selectFrom('webhook_replay as r')
    .innerJoin('webhook_endpoint as w', 'w.id', 'r.endpoint_id')
    .select(['w.id as endpoint_id', 'w.account_id', 'w.livemode'])
    .where('r.id', '=', replayId)
    .executeTakeFirst();
  if (!scope) return null;
  const { endpoint_id, account_id, livemode } = scope;
  const batch = await inTransaction(deps, { account_id, livemode }, (tx) => advance(tx, endpoint_id, replayId), at);
  if (batch && batch.room > 0) deps.wake('deliveries');
  return batch;
}

/** Locks the endpoint before its deliveries and the replay: neither changes until the batch is committed. */
async function advance(tx: Tx, endpointId: string, replayId: string): Promise<ReplayBatch | null> {
  const endpoint = await lockEndpointRow(tx, endpointId);
  const before = await tx.sql
    .selectFrom('webhook_replay')
    .selectAll()
    .where('id', '=', replayId)
    .forUpdate()
    .executeTakeFirst();
  if (!endpoint || !before) return null;
  const isFailing = endpoint.failing_since !== null;
  const due = await countDue(tx, endpointId);
  const isOpen = before.outcome === null && endpoint.enabled && endpoint.deleted_at === null;
  const room = isOpen ? replayRoom(due, isFailing) : 0;
  const step = room > 0 ? await makeMissedDue(tx, endpoint, before, room) : {};
  const outcome = before.outcome ?? outcomeOf(endpoint, { ...before, ...step });
  const replay = await save(tx, replayId, {
    ...step,
    ...(before.outcome !== outcome && { outcome, ended_at: tx.now }),
  });
  return present(tx.scope, endpoint, replay ?? before, { due, room, isFailing });
}

type EndpointRow = NonNullable<Awaited<ReturnType<typeof lockEndpointRow>>>;

function lockEndpointRow({ sql: db }: Tx, endpointId: string) {
  return db
    .selectFrom('webhook_endpoint')
    .select(['id', 'url', 'events', 'enabled', 'deleted_at', 'failing_since', 'created_at'])
    .where('id', '=', endpointId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function countDue({ sql: db, scope }: Tx, endpointId: string): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*)::int as due from (
      select from webhook_delivery where endpoint_id = ${endpointId} and due_at is not null and claim is null
      union all
      select from webhook_delivery
      where account_id = ${scope.account_id} and endpoint_id = ${endpointId} and claim is not null
      limit ${REPLAY_MAX_DUE}
    ) due
  `.execute(db);
  return rows[0]!.due;
}

async function makeMissedDue(tx: Tx, endpoint: EndpointRow, replay: ReplayRecord, room: number) {
  const oldest = feedBegins(tx.now);
  const missed = await findMissed(
    tx,
    {
      endpoint: { id: endpoint.id, events: endpoint.events, createdAt: endpoint.created_at },
      since: replay.since > oldest ? replay.since : oldest,
      after: replay.position,
      through: replay.end_position,
    },
    room,
  );
  return {
    position: missed.position,
    retried: replay.retried + (await retryFailed(tx, missed.failed)),
    created: replay.created + (await deliverUndelivered(tx, endpoint.id, missed.undelivered)),
  };
}

function outcomeOf(endpoint: EndpointRow, { position, end_position }: ReplayRecord): ReplayOutcome | null {
  if (endpoint.deleted_at !== null) return 'endpoint_deleted';
  if (!endpoint.enabled) return 'endpoint_disabled';
  return position === end_position ? 'finished' : null;
}

/** @returns undefined when there was nothing to save */
async function save({ sql: db }: Tx, replayId: string, change: Partial<ReplayRecord>) {
  if (Object.keys(change).length === 0) return undefined;
  return db.updateTable('webhook_replay').set(change).where('id', '=', replayId).returningAll().executeTakeFirst();
}

function present(
  { account_id, livemode }: Scope,
  { id, url }: EndpointRow,
  replay: ReplayRecord,
  load: Pick<ReplayBatch, 'due' | 'room' | 'isFailing'>,
): ReplayBatch {
  return {
    endpointId: id,
    accountId: account_id,
    livemode,
    url,
    since: replay.since.toISOString(),
    requestedAt: replay.requested_at.toISOString(),
    events: replay.end_position - replay.begin_position,
    seen: replay.position - replay.begin_position,
    retried: replay.retried,
    created: replay.created,
    ...load,
    outcome: replay.outcome,
  };
}
