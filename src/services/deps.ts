import type { SecretBox } from '../crypto/secret-box.ts';
import type { TransactionDeps } from './transaction.ts';

/** What services that change projects and listings are given: the events of it show images. */
export interface EventDeps extends TransactionDeps {
  /** Where images and directory logos are served from, without a trailing slash. */
  assetsUrl: string;
}

/** What services are given by the process that runs them. */
export interface ServiceDeps extends EventDeps {
  secrets: SecretBox;
  /** What the addresses of logins end with; null where no mail comes in. */
  mailDomain: string | null;
}
