import { defineEntity, p } from '@mikro-orm/core';

/** A client's key for one request (specification part 4), with the answer once that request has succeeded. */
export const IdempotencyKey = defineEntity({
  name: 'idempotency_key',
  tableName: 'idempotency_key',
  properties: {
    account_id: p.text().primary(),
    livemode: p.boolean().primary(),
    key: p.text().primary(),
    /** Digest of the method, the path and the raw body. */
    fingerprint: p.blob().$type<Buffer>(),
    /** The request that owns the key now. */
    request: p.text(),
    /** The answer's body, encrypted; null while the request runs. */
    sealed_answer: p.blob().$type<Buffer>().nullable(),
    created_at: p.datetime(),
  },
});
