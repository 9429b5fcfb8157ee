import type { Sql } from '../../db/database.ts';

/** What is known of an API key once it has been shown: everything but the key. */
export interface ApiKeyRecord {
  id: string;
  accountId: string;
  livemode: boolean;
  permissions: 'full' | 'read';
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** To the minute; null when it was never used. */
  lastUsedAt: Date | null;
}

/** @returns null when there is no such key */
export async function readApiKeyRecord(db: Sql, keyId: string): Promise<ApiKeyRecord | null> {
  return (await selectApiKeys(db).where('id', '=', keyId).executeTakeFirst()) ?? null;
}

/** All keys of an account, revoked and expired ones included, newest first. */
export function listApiKeyRecords(db: Sql, accountId: string): Promise<ApiKeyRecord[]> {
  return selectApiKeys(db).where('account_id', '=', accountId).orderBy('id', 'desc').execute();
}

function selectApiKeys(db: Sql) {
  return db
    .selectFrom('api_key')
    .select([
      'id',
      'account_id as accountId',
      'livemode',
      'permissions',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
      'last_used_at as lastUsedAt',
    ]);
}
