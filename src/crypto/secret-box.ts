import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { deriveKey, keyIdOf, type SecretKeys } from './secret-keys.ts';

/**
 * Seals secrets, and whole files, for storage: AES-256-GCM under keys derived from the configured ones. What opens throws
 * when the bytes were altered, or sealed under a key that is not among the configured ones.
 */
export interface SecretBox {
  seal(secret: string): Buffer;
  open(sealed: Buffer): string;
  sealBytes(bytes: Buffer): Buffer;
  openBytes(sealed: Buffer): Buffer;
}

/** What is sealed begins with a mark: this byte and the key's id. Then come nonce, tag and ciphertext. */
const VERSION = 1;
const MARK_BYTES = 9;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NO_MARK = Buffer.alloc(0);

interface SealingKey {
  mark: Buffer;
  key: KeyObject;
}

/** The bytes that begin what is sealed under a key. */
export function markOf(secretKey: Buffer): Buffer {
  return Buffer.concat([Buffer.of(VERSION), keyIdOf(secretKey)]);
}

export function createSecretBox(secretKeys: SecretKeys): SecretBox {
  const keys = secretKeys.map(sealingKey);
  const present = keys[0]!;
  const byMark = new Map(keys.map((key) => [textOf(key.mark), key]));
  const openBytes = (sealed: Buffer) => {
    const marked = byMark.get(textOf(sealed));
    const opened = marked ? tryOpen(marked.key, marked.mark, sealed.subarray(MARK_BYTES)) : null;
    return opened ?? openUnmarked(keys, sealed);
  };
  return {
    seal: (secret) => sealWith(present, Buffer.from(secret, 'utf8')),
    open: (sealed) => openBytes(sealed).toString('utf8'),
    sealBytes: (bytes) => sealWith(present, bytes),
    openBytes,
  };
}

function sealingKey(secretKey: Buffer): SealingKey {
  // As a KeyObject, because Node takes three times as long over a key in a buffer.
  return { mark: markOf(secretKey), key: createSecretKey(deriveKey(secretKey, 'sealed secrets')) };
}

function textOf(mark: Buffer): string {
  return mark.toString('latin1', 0, MARK_BYTES);
}

function sealWith({ mark, key }: SealingKey, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(mark);
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([mark, nonce, cipher.getAuthTag(), ciphertext]);
}

/** Opens what was sealed before there were marks; that began with a nonce, which may look like a mark by chance. */
function openUnmarked(keys: readonly SealingKey[], sealed: Buffer): Buffer {
  for (const { key } of keys) {
    const opened = tryOpen(key, NO_MARK, sealed);
    if (opened !== null) return opened;
  }
  throw new Error('What is sealed was altered, or sealed under a key that is not among the configured ones.');
}

function tryOpen(key: KeyObject, mark: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(mark).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const secret = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([secret, decipher.final()]);
  } catch {
    return null;
  }
}
