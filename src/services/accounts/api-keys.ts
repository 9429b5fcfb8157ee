import { randomLetters } from '../../crypto/random-letters.ts';
import { newId } from '../../db/new-id.ts';
import type { Scope } from '../../db/scope.ts';
import type { ServiceDeps } from '../deps.ts';
import { hashApiKey, KEY_PREFIXES } from './authenticate.ts';

const SECRET_LETTERS = 32;

export interface NewApiKey {
  id: string;
  /** The key itself, which is stored nowhere: it can be shown this once. */
  key: string;
}

export async function createApiKey(
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  scope: Scope,
  options: { permissions: 'full' | 'read'; expiresAt?: Date | undefined },
): Promise<NewApiKey> {
  const now = clock.now();
  const id = newId('api_key', now);
  const key = (scope.livemode ? KEY_PREFIXES.live : KEY_PREFIXES.test) + randomLetters(SECRET_LETTERS);
  await db.sql
    .insertInto('api_key')
    .values({
      ...scope,
      id,
      permissions: options.permissions,
      hash: hashApiKey(key),
      expires_at: options.expiresAt ?? null,
      created_at: now,
    })
    .execute();
  return { id, key };
}

/** Revokes a key for good. @returns false when there is no such key */
export async function revokeApiKey({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db.sql
    .updateTable('api_key')
    .set((update) => ({ revoked_at: update.fn.coalesce('revoked_at', update.val(clock.now())) }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
