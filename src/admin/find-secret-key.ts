import { readFile } from 'node:fs/promises';
import type { AdminConfig } from '../config.ts';
import { Refusal } from './refusal.ts';

export interface SecretKeySources extends Pick<AdminConfig, 'databaseUrl' | 'secretKey'> {
  /** The file in which the embedded stack keeps its key; it matters only when the environment names no database. */
  keptFile: string;
}

/**
 * The key under which the installation's workers open stored secrets.
 *
 * @throws Refusal when it is not known
 */
export async function findSecretKey({ databaseUrl, secretKey, keptFile }: SecretKeySources): Promise<Buffer> {
  if (secretKey) return secretKey;
  if (databaseUrl) throw new Refusal('To store a secret, SECRET_KEY must be set as it is for the workers.');
  try {
    return Buffer.from(await readFile(keptFile, 'utf8'), 'base64');
  } catch {
    throw new Refusal('No key to store a secret under is known: set SECRET_KEY, or start the embedded stack.');
  }
}
