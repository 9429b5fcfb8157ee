import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Schema } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { ServiceError } from '../../errors.ts';
import type { ServiceDeps } from '../deps.ts';

/** How long an answer is kept (specification part 8). */
export const RETENTION_MS = 24 * 3_600_000;

/** A request that has not ended by now has died with its process. */
const ABANDONED_MS = 60_000;

/** A client's key for one request, in its account and mode. */
export interface RequestKey {
  scope: Scope;
  key: string;
  fingerprint: Buffer;
  /** The id of the request that asks. */
  request: string;
}

/** The key is this request's now, or was answered before: then with that answer's body. */
export type Claim = { owned: true } | { owned: false; answer: unknown };

/** What tells one request from another: its method, path and raw body. */
export function fingerprintOf(method: string, path: string, body: Buffer): Buffer {
  return createHash('sha256').update(`${method} ${path}\n`).update(body).digest();
}

/**
 * Claims a key for a request, or finds the answer that it has (specification part 4).
 *
 * @throws ServiceError `idempotency_key_in_use` while another request with the key runs, `idempotency_key_reused` when the
 *   key belongs to a different request
 */
export async function claimKey(deps: ServiceDeps, asked: RequestKey): Promise<Claim> {
  for (;;) {
    if (await insertClaim(deps, asked)) return { owned: true };
    const held = await readKey(deps, asked);
    if (!held) continue;
    const isAnswered = held.sealed_answer !== null;
    const ageMs = deps.clock.now().getTime() - held.created_at.getTime();
    if (ageMs > (isAnswered ? RETENTION_MS : ABANDONED_MS)) {
      await deleteKey(deps, { ...asked, request: held.request }, isAnswered);
      continue;
    }
    if (!held.fingerprint.equals(asked.fingerprint)) {
      throw new ServiceError('idempotency_key_reused', 'The idempotency key was used for a different request before.');
    }
    if (!held.sealed_answer) throw keyInUse();
    return { owned: false, answer: JSON.parse(deps.secrets.open(held.sealed_answer)) };
  }
}

/** Frees the key of a request that failed, so that a repeat runs again. A key that has its answer keeps it. */
export function releaseKey(deps: ServiceDeps, owned: RequestKey): Promise<void> {
  return deleteKey(deps, owned, false);
}

export function keyInUse(): ServiceError {
  return new ServiceError('idempotency_key_in_use', 'A request with this idempotency key still runs; try again.', {
    retryAfterSeconds: 1,
  });
}

async function insertClaim({ db, clock }: ServiceDeps, asked: RequestKey): Promise<boolean> {
  const { scope, key, fingerprint, request } = asked;
  const { numInsertedOrUpdatedRows } = await db.sql
    .insertInto('idempotency_key')
    .values({ ...scope, key, fingerprint, request, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function readKey(
  { db }: ServiceDeps,
  { scope, key }: RequestKey,
): Promise<Selectable<Schema['idempotency_key']> | undefined> {
  return db.sql
    .selectFrom('idempotency_key')
    .selectAll()
    .where('account_id', '=', scope.account_id)
    .where('livemode', '=', scope.livemode)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Deletes a request's key as long as it is answered, or not, as it was seen: its owner may answer at this moment. */
async function deleteKey({ db }: ServiceDeps, { scope, key, request }: RequestKey, isAnswered: boolean): Promise<void> {
  await db.sql
    .deleteFrom('idempotency_key')
    .where('account_id', '=', scope.account_id)
    .where('livemode', '=', scope.livemode)
    .where('key', '=', key)
    .where('request', '=', request)
    .where('sealed_answer', isAnswered ? 'is not' : 'is', null)
    .execute();
}
