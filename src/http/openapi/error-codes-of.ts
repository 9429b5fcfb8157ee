import type { ErrorCode } from '../../errors.ts';
import { isWrite, needsFullKey, type Operation } from '../operation.ts';

/** Codes that every operation can answer with, and those that depend on what it takes. */
const ALWAYS: ErrorCode[] = [
  'api_key_missing',
  'api_key_invalid',
  'rate_limited',
  'unsupported_media_type',
  'invalid_json',
  'invalid_query',
  'unknown_parameter',
  'validation_failed',
  'internal_error',
  'unavailable',
];
const KEYED: ErrorCode[] = ['idempotency_key_in_use', 'idempotency_key_reused'];
const LISTS: ErrorCode[] = ['invalid_cursor', 'cursor_expired'];

/** Every code that an operation can answer with. */
export function errorCodesOf(operation: Operation): ErrorCode[] {
  const codes = [...ALWAYS, ...operation.errors];
  if (needsFullKey(operation)) codes.push('permission_denied');
  if (isWrite(operation)) codes.push('account_suspended');
  if (operation.isList) codes.push(...LISTS);
  if (operation.takesIdempotencyKey) codes.push(...KEYED);
  if (operation.testModeOnly) codes.push('test_mode_only');
  return [...new Set(codes)];
}
