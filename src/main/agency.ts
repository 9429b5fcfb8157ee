import type { Scope } from '../db/scope.ts';
import { createApiKey } from '../services/accounts/api-keys.ts';
import { createAccount } from '../services/accounts/create-account.ts';
import { recordPurchase } from '../services/accounts/record-purchase.ts';
import type { TransactionDeps } from '../services/transaction.ts';

/** Keys of one mode. */
export interface ModeKeys {
  full: string;
  read: string;
}

export interface Agency {
  accountId: string;
  keys: { test: ModeKeys; live: ModeKeys };
}

/** Makes an active account with live launches and a full and a read key for each mode. */
export async function createAgency(
  deps: TransactionDeps,
  account: { name: string; ownerEmail: string; liveLaunches: number },
): Promise<Agency> {
  const accountId = await createAccount(deps, account);
  await recordPurchase(deps, accountId, { launches: account.liveLaunches });
  const keysOf = async (scope: Scope): Promise<ModeKeys> => ({
    full: (await createApiKey(deps, scope, { permissions: 'full' })).key,
    read: (await createApiKey(deps, scope, { permissions: 'read' })).key,
  });
  return {
    accountId,
    keys: {
      test: await keysOf({ account_id: accountId, livemode: false }),
      live: await keysOf({ account_id: accountId, livemode: true }),
    },
  };
}
