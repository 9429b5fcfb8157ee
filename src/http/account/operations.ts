import { ACCOUNT, PING } from '../../resources/examples/account.ts';
import { AccountSchema, PingSchema } from '../../resources/account.ts';
import { readAccount } from '../../services/accounts/read-account.ts';
import { operation } from '../operation.ts';

export const ping = operation({
  id: 'ping',
  method: 'GET',
  path: '/ping',
  tag: 'Basics',
  summary: 'Check that a key works, and in which mode',
  description:
    'Use it to test a key before anything else. It changes nothing, and works for read-only keys and suspended accounts too.',
  success: {
    status: 200,
    description: 'The key works in the mode that `livemode` shows.',
    schema: PingSchema,
    example: PING,
  },
  errors: [],
  handle: ({ caller }) =>
    Promise.resolve({
      object: 'ping',
      ok: true,
      livemode: caller.scope.livemode,
      account: { name: caller.accountName, state: caller.state },
      key: { id: caller.keyId, permissions: caller.permissions },
    }),
});

export const getAccount = operation({
  id: 'getAccount',
  method: 'GET',
  path: '/account',
  tag: 'Basics',
  summary: 'Read the account in the mode of the key',
  description:
    'Shows how many launches and requests are left, and how many listings are in progress. Read it before a launch, or to see when the hourly count begins anew.',
  success: { status: 200, description: 'The account.', schema: AccountSchema, example: ACCOUNT },
  errors: [],
  handle: ({ deps, caller }) => readAccount(deps.db.sql, caller),
});
