import { defineEntity, p } from '@mikro-orm/core';

/** A message to Temporal, written in the transaction that causes it. */
export const Outbox = defineEntity({
  name: 'outbox',
  tableName: 'outbox',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    kind: p.text().$type<'wake' | 'start' | 'complete_attempt'>(),
    /** The workflow's id; for `complete_attempt` the delivery's. */
    target: p.text(),
    payload: p.json<unknown>().nullable(),
    /** Not before this time; null for at once. */
    retry_at: p.datetime().nullable(),
    claim: p.bigint('number').nullable(),
    claimed_at: p.datetime().nullable(),
    failures: p.integer().default(0),
    last_error: p.text().nullable(),
    /** Written by the database; null in rows of before. */
    created_at: p.datetime().nullable(),
    /** Of what sent it; null where that was not traced. */
    traceparent: p.text().nullable(),
  },
});

/** A connection that claims rows. It holds the advisory lock of its id for as long as it lives. */
export const Claimer = defineEntity({
  name: 'claimer',
  tableName: 'claimer',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    process: p.text(),
    started_at: p.datetime(),
  },
});
