import type { SecretBox } from '../crypto/secret-box.ts';
import type { TransactionDeps } from './transaction.ts';

/** What services are given by the process that runs them. */
export interface ServiceDeps extends TransactionDeps {
  secrets: SecretBox;
  /** Where images and directory logos are served from, without a trailing slash. */
  assetsUrl: string;
}
