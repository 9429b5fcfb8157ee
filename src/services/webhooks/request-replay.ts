import { newId } from '../../db/new-id.ts';
import type { Scope } from '../../db/scope.ts';
import { validationFailed } from '../../errors.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { inTransaction, type Tx, type TransactionDeps } from '../transaction.ts';
import { lockEndpoint } from './lock-endpoint.ts';
import type { ReplayRecord } from './replay-records.ts';

/**
 * Starts the replay of what an endpoint missed of the events from a time on to the present; an endpoint has one under way.
 *
 * @returns it, or the one that is under way
 * @throws ServiceError `validation_failed` when the endpoint is disabled, `not_found`
 */
export function requestReplay(
  deps: TransactionDeps,
  scope: Scope,
  endpointId: string,
  since: Date,
): Promise<{ replay: ReplayRecord; isNew: boolean }> {
  return inTransaction(deps, scope, async (tx) => {
    const { enabled } = await lockEndpoint(tx, endpointId);
    if (!enabled) {
      throw validationFailed(
        [{ param: 'enabled', code: 'endpoint_disabled' }],
        `The endpoint ${endpointId} is disabled: enable it to have events sent again.`,
      );
    }
    const underWay = await tx.sql
      .selectFrom('webhook_replay')
      .selectAll()
      .where('endpoint_id', '=', endpointId)
      .where('outcome', 'is', null)
      .executeTakeFirst();
    if (underWay) return { replay: underWay, isNew: false };
    const replay = await insertReplay(tx, endpointId, since);
    tx.send({ kind: 'start', target: workflowIds.replay(replay.id) });
    return { replay, isNew: true };
  });
}

async function insertReplay(tx: Tx, endpointId: string, since: Date): Promise<ReplayRecord> {
  const end = await readHead(tx);
  const begin = await positionBefore(tx, since, end);
  return tx.sql
    .insertInto('webhook_replay')
    .values({
      id: newId('webhook_replay', tx.now),
      endpoint_id: endpointId,
      since,
      requested_at: tx.now,
      begin_position: begin,
      position: begin,
      end_position: end,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The last position given out: all events up to it are committed. */
async function readHead({ sql, scope }: Tx): Promise<number> {
  const head = await sql
    .selectFrom('feed_head')
    .select('position')
    .where('account_id', '=', scope.account_id)
    .where('livemode', '=', scope.livemode)
    .executeTakeFirst();
  return head?.position ?? 0;
}

/** The position before the first event since a time; `end` when there is none. Positions follow commits, not times. */
async function positionBefore({ sql, scope }: Tx, since: Date, end: number): Promise<number> {
  const first = await sql
    .selectFrom('event')
    .select('position')
    .where('account_id', '=', scope.account_id)
    .where('livemode', '=', scope.livemode)
    .where('created_at', '>=', since)
    .where('position', '<=', end)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return first ? first.position - 1 : end;
}
