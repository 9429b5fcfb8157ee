import { defineEntity, p } from '@mikro-orm/core';

export const Account = defineEntity({
  name: 'account',
  tableName: 'account',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    owner_email: p.text(),
    suspended_at: p.datetime().nullable(),
    first_purchase_at: p.datetime().nullable(),
    created_at: p.datetime(),
  },
});

/** How an account's reports and share pages look; null where it has chosen nothing. */
export const AccountBrand = defineEntity({
  name: 'account_brand',
  tableName: 'account_brand',
  properties: {
    account_id: p.text().primary(),
    /** A PNG. */
    logo: p.blob().$type<Buffer>().nullable(),
    logo_width: p.integer().nullable(),
    logo_height: p.integer().nullable(),
    primary_color: p.text().nullable(),
    accent_color: p.text().nullable(),
    reply_to: p.text().nullable(),
  },
});

/** What an account has in one of its modes. Its row is the first lock of a launch and of a grant of slots. */
export const AccountMode = defineEntity({
  name: 'account_mode',
  tableName: 'account_mode',
  properties: {
    account_id: p.text().primary(),
    livemode: p.boolean().primary(),
    launches_total: p.integer(),
    launches_used: p.integer().default(0),
  },
});

export const Purchase = defineEntity({
  name: 'purchase',
  tableName: 'purchase',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    account_id: p.text(),
    launches: p.integer(),
    reference: p.text().nullable(),
    created_at: p.datetime(),
  },
});

export const ApiKey = defineEntity({
  name: 'api_key',
  tableName: 'api_key',
  properties: {
    id: p.text().primary(),
    account_id: p.text(),
    livemode: p.boolean(),
    permissions: p.text().$type<'full' | 'read'>(),
    hash: p.blob().$type<Buffer>(),
    expires_at: p.datetime().nullable(),
    revoked_at: p.datetime().nullable(),
    /** To the minute. */
    last_used_at: p.datetime().nullable(),
    created_at: p.datetime(),
  },
});

/** Requests counted per subject and hour. Unlogged: a crash of the database may restart the hour's count. */
export const HourlyCount = defineEntity({
  name: 'hourly_count',
  tableName: 'hourly_count',
  properties: {
    subject: p.text().primary(),
    hour: p.datetime().primary(),
    count: p.integer(),
  },
});
