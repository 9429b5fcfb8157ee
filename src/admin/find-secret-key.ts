import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AdminConfig } from '../config.ts';
import { Refusal } from './refusal.ts';

const KEPT_KEY = fileURLToPath(new URL('../../.local/secret-key', import.meta.url));

/**
 * The key under which the installation's workers open stored secrets.
 *
 * @param keptFile where the embedded stack keeps its key; it matters only when the environment names no database
 * @throws Refusal when it is not known
 */
export async function findSecretKey(
  { databaseUrl, secretKey }: Pick<AdminConfig, 'databaseUrl' | 'secretKey'>,
  keptFile = KEPT_KEY,
): Promise<Buffer> {
  if (secretKey) return secretKey;
  if (databaseUrl) throw new Refusal('To seal or open secrets, SECRET_KEY must be set as it is for the workers.');
  try {
    return Buffer.from(await readFile(keptFile, 'utf8'), 'base64');
  } catch {
    throw new Refusal('No key for secrets is known: set SECRET_KEY, or start the embedded stack.');
  }
}
