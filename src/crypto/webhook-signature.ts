import { createHmac, createSecretKey, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** A new endpoint secret: `whsec_` and 44 characters (specification 2.10). */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

/**
 * The headers that sign one attempt as Standard Webhooks say (specification 6.3).
 *
 * @param secrets one signature is made with each
 * @param eventId the `webhook-id`, the same for every attempt
 * @param body the bytes of the request, as text
 */
export function signedHeaders(
  secrets: readonly string[],
  eventId: string,
  signedAt: Date,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(signedAt.getTime() / 1000));
  const text = `${eventId}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => `v1,${sign(secret, text)}`);
  return { 'webhook-id': eventId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function sign(secret: string, text: string): string {
  // As a KeyObject, because Node takes three times as long over a key in a buffer.
  const key = createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(text).digest('base64');
}
