import type { Logger } from 'pino';
import type { AddressPolicy } from '../outbound/address-policy.ts';
import type { Observe } from '../observe.ts';
import type { Trace } from '../trace.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import type { RatingProvider } from '../outbound/ratings/rating-provider.ts';
import type { Storage } from '../outbound/storage/storage.ts';
import type { ShareLinkDeps } from '../services/share-links/share-link-deps.ts';
import type { ViewCounter } from '../services/share-links/view-counter.ts';
import type { Cursors } from './cursor.ts';

/** What the HTTP process gives its operations. */
export interface AppDeps extends ShareLinkDeps {
  storage: Storage;
  fetch: GuardedFetch;
  policy: AddressPolicy;
  cursors: Cursors;
  views: ViewCounter;
  /** Who measures domain ratings, whose line is shown with them; null for nobody. */
  ratingProvider: Pick<RatingProvider, 'attribution'> | null;
  log: Logger;
  observe: Observe;
  trace: Trace;
  /** The address of the API, ending in `/v1`. */
  baseUrl: string;
  /** Where badge feeds are served from, without a trailing slash. */
  feedsUrl: string;
  /** The documentation's address, without a trailing slash. */
  docsUrl: string;
}
