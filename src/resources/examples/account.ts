import type { AccountObject } from '../account.ts';
import { IDS } from './ids.ts';

export const PING = {
  object: 'ping',
  ok: true,
  livemode: true,
  account: { name: 'Harbour Agency', state: 'active' },
  key: { id: IDS.key, permissions: 'full' },
} as const;

export const ACCOUNT: AccountObject = {
  object: 'account',
  livemode: true,
  name: 'Harbour Agency',
  state: 'active',
  launches: { available: 9, used: 1, total: 10 },
  capacity: { in_flight: 40, limit: 100 },
  rate_limit: { limit: 3_600, remaining: 3_412, resets_at: '2026-03-03T11:00:00.000Z' },
};

export const TEST_ACCOUNT: AccountObject = {
  ...ACCOUNT,
  livemode: false,
  launches: { available: 3, used: 97, total: 100 },
};
