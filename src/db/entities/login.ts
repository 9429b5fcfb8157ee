import { defineEntity, p } from '@mikro-orm/core';

/** A listing's login at its directory. */
export const Login = defineEntity({
  name: 'login',
  tableName: 'login',
  properties: {
    listing_id: p.text().primary(),
    project_id: p.text(),
    account_id: p.text(),
    livemode: p.boolean(),
    /** Its mailbox, in lower case. */
    email: p.text(),
    username: p.text(),
    login_url: p.text(),
    created_at: p.datetime(),
    last_email_at: p.datetime().nullable(),
  },
});

/** The password that the logins of a project share. */
export const ProjectPassword = defineEntity({
  name: 'project_password',
  tableName: 'project_password',
  properties: {
    project_id: p.text().primary(),
    sealed_password: p.blob().$type<Buffer>(),
  },
});

/** A mail that a login received. */
export const Email = defineEntity({
  name: 'email',
  tableName: 'email',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    listing_id: p.text(),
    /** Of the whole message as it came in: the same again within a day is not stored twice. */
    digest: p.blob().$type<Buffer>(),
    /** Of the whole message. */
    size_bytes: p.integer(),
    /** A `MailContent` in JSON, sealed: it is as good as a password. */
    sealed_content: p.blob().$type<Buffer>(),
    has_link: p.boolean(),
    has_code: p.boolean(),
    received_at: p.datetime(),
  },
});
