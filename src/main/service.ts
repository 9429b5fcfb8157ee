import type { Logger } from 'pino';
import { systemClock, type Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createSecretBox } from '../crypto/secret-box.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { createAddressPolicy, type AddressPolicy } from '../outbound/address-policy.ts';
import { createGuardedFetch, type GuardedFetch } from '../outbound/guarded-fetch.ts';
import { createMailer } from '../outbound/mail/create-mailer.ts';
import type { Mailer } from '../outbound/mail/mailer.ts';
import { createRatingProvider } from '../outbound/ratings/create-rating-provider.ts';
import type { RatingProvider } from '../outbound/ratings/rating-provider.ts';
import { openStorage } from '../outbound/storage/open-storage.ts';
import type { Storage } from '../outbound/storage/storage.ts';
import { createWake } from '../outbox/wake.ts';
import { OBSERVE_NOTHING, type Observe } from '../observe.ts';
import { NO_TRACE, type Trace } from '../trace.ts';
import { observeMailer } from '../operations/observed-mailer.ts';
import type { Check } from '../operations/readiness.ts';
import type { ShareLinkDeps } from '../services/share-links/share-link-deps.ts';

/** What both the API and the worker are made of. */
export interface Service extends ShareLinkDeps {
  storage: Storage;
  fetch: GuardedFetch;
  ratingProvider: RatingProvider | null;
  /** Null where the settings name no way for mail. */
  mailer: Mailer | null;
  /** Where clients reach the API, with its version. */
  apiUrl: string;
  policy: AddressPolicy;
  observe: Observe;
  trace: Trace;
  close(): Promise<void>;
}

const USER_AGENT = 'Directory-Listing-Service/1 (site reader)';

/** Who hears what the service does, and who traces it. */
export type Watch = Pick<Service, 'observe' | 'trace'>;

const UNWATCHED: Watch = { observe: OBSERVE_NOTHING, trace: NO_TRACE };

/** Opens the database and the doors out. */
export async function openService(
  config: Config,
  clock: Clock = systemClock,
  { observe, trace }: Watch = UNWATCHED,
): Promise<Service> {
  const db: Database = await openDatabase(config.databaseUrl, config.databasePoolSize);
  const policy = createAddressPolicy({ allow: config.outboundAllow });
  const storage = await openStorage(config.storage);
  const fetch = createGuardedFetch({ policy, extraCa: config.outboundCa, userAgent: USER_AGENT });
  const mailer = createMailer(config.mail, config.outboundCa);
  return {
    db,
    clock,
    observe,
    trace,
    wake: createWake(db.pipeline),
    secrets: createSecretBox([config.secretKey, ...config.secretKeysAccepted]),
    mailDomain: config.mailDomain,
    assetsUrl: `${config.publicUrl}/assets`,
    shareUrl: `${config.publicUrl}/s`,
    storage,
    fetch,
    ratingProvider: createRatingProvider(config.ratings, fetch),
    mailer: mailer && observeMailer(mailer, observe),
    apiUrl: `${config.publicUrl}/v1`,
    policy,
    async close() {
      await fetch.close();
      storage.close();
      await db.close();
    },
  };
}

/** A part of the service that runs until it is closed. */
export interface Running {
  close(): Promise<void>;
}

/** A part that says what it needs in order to work. */
export interface CheckedPart extends Running {
  checks: Check[];
}

/** Within this a process that was told to stop has stopped, whatever hangs: what is left is what a crash would leave. */
const STOP_WITHIN_MS = 28_000;

/**
 * Ends a process in order on Ctrl-C or a termination signal; a second one ends it at once.
 *
 * @param delayMs of the time that `close` takes, how long it means to wait before it begins
 */
export function closeOnSignal(log: Logger, close: () => Promise<void>, delayMs = 0): void {
  let closing = false;
  const stop = (signal: NodeJS.Signals) => {
    if (closing) process.exit(1);
    closing = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('could not stop in time');
      process.exit(1);
    }, delayMs + STOP_WITHIN_MS);
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
