import { Type, type Static } from 'typebox';
import type { Schema } from '../db/database.ts';
import type { Selectable } from 'kysely';
import type { Failure } from '../errors.ts';
import { component, id, nullable, object, oneOf, timestamp } from './schema-kit.ts';

/** Specification 2.8. */
export const ShareLinkSchema = component(
  'ShareLink',
  object({
    object: oneOf(['share_link']),
    livemode: Type.Boolean(),
    project: id('project'),
    url: Type.String({ format: 'uri' }),
    created_at: timestamp,
    expires_at: nullable(timestamp),
    revoked_at: nullable(timestamp),
    last_viewed_at: nullable(timestamp),
    view_count: Type.Integer({ minimum: 0 }),
  }),
);

export type ShareLinkObject = Static<typeof ShareLinkSchema>;

export const CreateShareLinkSchema = component(
  'CreateShareLink',
  object({ expires_at: Type.Optional(nullable(timestamp)) }),
);

export type CreateShareLinkInput = Static<typeof CreateShareLinkSchema>;

/** What a schema cannot say: a link ends in the future, at a time that the calendar has, in UTC (specification 2.1). */
export function shareLinkFailures({ expires_at }: Partial<CreateShareLinkInput>, now: Date): Failure[] {
  if (typeof expires_at !== 'string') return [];
  const time = Date.parse(expires_at);
  if (Number.isNaN(time) || !expires_at.endsWith('Z')) return [{ param: 'expires_at', code: 'invalid_format' }];
  return time > now.getTime() ? [] : [{ param: 'expires_at', code: 'too_small', takes: 'a time in the future' }];
}

/** @param url the whole address of the page */
export function presentShareLink(
  link: Omit<Selectable<Schema['share_link']>, 'token_hash' | 'sealed_token'>,
  { livemode, url, revokedAt = null }: { livemode: boolean; url: string; revokedAt?: Date | null },
): ShareLinkObject {
  return {
    object: 'share_link',
    livemode,
    project: link.project_id,
    url,
    created_at: link.created_at.toISOString(),
    expires_at: link.expires_at?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
    last_viewed_at: link.last_viewed_at?.toISOString() ?? null,
    view_count: link.view_count,
  };
}
