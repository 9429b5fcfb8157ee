import type { Event } from './types.ts';

/** A delivery that is not to be trusted. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Headers as `fetch`, Node's `http` and every framework have them. */
type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The time to judge the timestamp by; now unless set. */
  now?: Date;
}

const TOLERANCE_SECONDS = 5 * 60;
const PREFIX = 'whsec_';

/**
 * The event of a delivery whose signature is right.
 *
 * @param rawBody exactly as it was received, before anything parsed it
 * @param secrets that of the endpoint; of several, one that fits is enough
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: HeadersLike,
  secrets: string | readonly string[],
  { now = new Date() }: VerifyOptions = {},
): Promise<Event> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('The delivery lacks a signature header.');
  checkTime(timestamp, now);
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  for (const secret of [secrets].flat()) {
    if (await fits(secret, signatures, signed)) return JSON.parse(new TextDecoder().decode(body)) as Event;
  }
  throw new WebhookVerificationError('No signature of the delivery fits.');
}

function readHeader(headers: HeadersLike, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

function checkTime(timestamp: string, now: Date): void {
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('The timestamp of the delivery is none.');
  const offBySeconds = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  if (offBySeconds > TOLERANCE_SECONDS) {
    throw new WebhookVerificationError('The delivery was signed more than 5 minutes from now.');
  }
}

/** Whether one of the signatures is of this secret. The comparison takes the same time wherever they differ. */
async function fits(secret: string, signatures: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', readSecret(secret), algorithm, false, ['verify']);
  for (const [version, signature] of signatures.split(' ').map((one) => one.split(','))) {
    const bytes = version === 'v1' && signature ? fromBase64(signature) : undefined;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return true;
  }
  return false;
}

function readSecret(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : undefined;
  if (!bytes || bytes.length === 0) throw new TypeError(`A webhook secret begins with ${PREFIX}.`);
  return bytes;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
