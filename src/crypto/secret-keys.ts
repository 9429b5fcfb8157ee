import { hkdfSync } from 'node:crypto';

/** The configured keys, 32 bytes each: the first seals and signs, all of them open and verify. */
export type SecretKeys = readonly [present: Buffer, ...accepted: Buffer[]];

const KEY_ID_BYTES = 8;

/** A key for one purpose, so that no two uses share one. */
export function deriveKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));
}

/** What a key is called where it must not be shown: 8 bytes that tell nothing of it. */
export function keyIdOf(secretKey: Buffer): Buffer {
  return deriveKey(secretKey, 'key id').subarray(0, KEY_ID_BYTES);
}
