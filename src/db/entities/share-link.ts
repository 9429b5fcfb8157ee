import { defineEntity, p } from '@mikro-orm/core';

/** The project's last link, unless it was revoked. A replaced one is gone. */
export const ShareLink = defineEntity({
  name: 'share_link',
  tableName: 'share_link',
  properties: {
    project_id: p.text().primary(),
    /** Finds the link when its page is opened; the token itself is sealed, to be shown to the agency. */
    token_hash: p.blob().$type<Buffer>(),
    sealed_token: p.blob().$type<Buffer>(),
    created_at: p.datetime(),
    /** Null for never. */
    expires_at: p.datetime().nullable(),
    view_count: p.bigint('number').default(0),
    last_viewed_at: p.datetime().nullable(),
  },
});
