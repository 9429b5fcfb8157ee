import type { Logger } from 'pino';
import type { AddressPolicy } from '../outbound/address-policy.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import type { Storage } from '../outbound/storage/storage.ts';
import type { ServiceDeps } from '../services/deps.ts';
import type { Cursors } from './cursor.ts';

/** What the HTTP process gives its operations. */
export interface AppDeps extends ServiceDeps {
  storage: Storage;
  fetch: GuardedFetch;
  policy: AddressPolicy;
  cursors: Cursors;
  log: Logger;
  /** The address of the API, ending in `/v1`. */
  baseUrl: string;
  /** The documentation's address, without a trailing slash. */
  docsUrl: string;
}
