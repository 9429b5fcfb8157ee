import { readAdminConfig } from '../config.ts';
import type { SecretKeys } from '../crypto/secret-keys.ts';
import { findSecretKey } from './find-secret-key.ts';

/**
 * The keys with which the installation's workers seal and open stored secrets.
 *
 * @throws Refusal when the one that seals is not known
 */
export async function findSecretKeys(): Promise<SecretKeys> {
  const config = readAdminConfig();
  return [await findSecretKey(config), ...config.secretKeysAccepted];
}
