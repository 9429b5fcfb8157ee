import { Type, type Static } from 'typebox';
import { component, id, object, oneOf, timestamp } from './schema-kit.ts';

const count = Type.Integer({ minimum: 0 });
const state = oneOf(['setup', 'active', 'suspended']);

/** Specification 2.5. */
export const AccountSchema = component(
  'Account',
  object({
    object: oneOf(['account']),
    livemode: Type.Boolean(),
    name: Type.String(),
    state,
    launches: object({ available: count, used: count, total: count }),
    capacity: object({ in_flight: count, limit: count }),
    rate_limit: object({ limit: count, remaining: count, resets_at: timestamp }),
  }),
);

export type AccountObject = Static<typeof AccountSchema>;
export type AccountState = AccountObject['state'];

/** Specification 2.5. */
export const PingSchema = component(
  'Ping',
  object({
    object: oneOf(['ping']),
    ok: Type.Literal(true),
    livemode: Type.Boolean(),
    account: object({ name: Type.String(), state }),
    key: object({ id: id('api_key'), permissions: oneOf(['full', 'read']) }),
  }),
);

/** `setup` before the first purchase, `active` after, `suspended` whenever an operator suspended it. */
export function accountState(account: { suspended_at: unknown; first_purchase_at: unknown }): AccountState {
  if (account.suspended_at) return 'suspended';
  return account.first_purchase_at ? 'active' : 'setup';
}
