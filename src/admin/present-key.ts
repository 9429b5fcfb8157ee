import { toSecond } from '../domain/time.ts';
import type { ApiKeyRecord } from '../services/accounts/api-key-records.ts';
import { formatTable } from './report.ts';

/** A key's record for programs; its times are to the second. */
export function keyJson(key: ApiKeyRecord) {
  return {
    object: 'api_key',
    id: key.id,
    account: key.accountId,
    mode: keyMode(key),
    permissions: key.permissions,
    created_at: toSecond(key.createdAt),
    last_used_at: key.lastUsedAt && toSecond(key.lastUsedAt),
    expires_at: key.expiresAt && toSecond(key.expiresAt),
    revoked_at: key.revokedAt && toSecond(key.revokedAt),
  };
}

/** Keys' records for people, one a line. */
export function keysTable(keys: ApiKeyRecord[]): string {
  return formatTable(
    ['ID', 'MODE', 'PERMISSIONS', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED'],
    keys.map((key) => [
      key.id,
      keyMode(key),
      key.permissions,
      toSecond(key.createdAt),
      key.lastUsedAt ? toSecond(key.lastUsedAt) : 'never',
      key.expiresAt ? toSecond(key.expiresAt) : 'never',
      key.revokedAt ? toSecond(key.revokedAt) : '-',
    ]),
  );
}

function keyMode(key: ApiKeyRecord): 'live' | 'test' {
  return key.livemode ? 'live' : 'test';
}
