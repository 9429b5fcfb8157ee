import type { Sql } from '../../db/database.ts';
import type { ServiceDeps } from '../deps.ts';
import { keyInUse, type RequestKey } from './claim-key.ts';

/**
 * Dependencies whose transaction stores what it answers under the request's key, before it commits: change and answer are
 * there together or not at all. For an operation that is one transaction, whose result is the body of its answer.
 *
 * A request that no longer owns its key, because it took so long that another one claimed it, is rolled back.
 */
export function storingAnswer<Deps extends ServiceDeps>(deps: Deps, owned: RequestKey): Deps {
  return { ...deps, beforeCommit: (sql: Sql, answer: unknown) => storeAnswer(deps, sql, owned, answer) };
}

async function storeAnswer(deps: ServiceDeps, sql: Sql, owned: RequestKey, answer: unknown): Promise<void> {
  const { scope, key, request } = owned;
  const { numUpdatedRows } = await sql
    .updateTable('idempotency_key')
    .set({ sealed_answer: deps.secrets.seal(JSON.stringify(answer)) })
    .where('account_id', '=', scope.account_id)
    .where('livemode', '=', scope.livemode)
    .where('key', '=', key)
    .where('request', '=', request)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw keyInUse();
}
