import type { ExpressionBuilder } from 'kysely';
import type { Schema } from '../../db/database.ts';
import { ServiceError } from '../../errors.ts';

/** The condition that a link has not expired at a time. */
export function isActive(now: Date) {
  return (eb: ExpressionBuilder<Schema, 'share_link'>) =>
    eb.or([eb('share_link.expires_at', 'is', null), eb('share_link.expires_at', '>', now)]);
}

/** 404 `not_found`: the project is there, but has no link. */
export function noActiveLink(): ServiceError {
  return new ServiceError('not_found', 'The project has no active share link; create one.');
}
