import type { IncomingMessage } from 'node:http';
import { validationFailed, type ItemCode } from '../errors.ts';
import type { Caller } from '../services/accounts/authenticate.ts';
import { claimKey, fingerprintOf, releaseKey, type RequestKey } from '../services/idempotency/claim-key.ts';
import { storingAnswer } from '../services/idempotency/store-answer.ts';
import type { AppDeps } from './app-deps.ts';
import type { Operation } from './operation.ts';

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
const MAX_KEY_LENGTH = 255;

/** The body of a success, and whether it is that of an earlier request with the same idempotency key. */
export interface Answer {
  body: unknown;
  replayed: boolean;
}

export interface KeyedRequest {
  operation: Operation;
  path: string;
  incoming: IncomingMessage;
  requestId: string;
  /** The body as it was sent. */
  body: Buffer;
}

/**
 * Runs a request once for each idempotency key (specification part 4): a repeat gets the stored success. Errors are not
 * stored.
 *
 * @param run given the dependencies that it must use
 * @throws ServiceError `idempotency_key_in_use`, `idempotency_key_reused`, `validation_failed` for a key that is none
 */
export async function withIdempotencyKey(
  deps: AppDeps,
  caller: Caller,
  request: KeyedRequest,
  run: (deps: AppDeps) => Promise<unknown>,
): Promise<Answer> {
  const asked = keyOf(caller, request);
  if (!asked) return { body: await run(deps), replayed: false };
  const claim = await claimKey(deps, asked);
  if (!claim.owned) return { body: claim.answer, replayed: true };
  try {
    return { body: await run(storingAnswer(deps, asked)), replayed: false };
  } catch (error) {
    // What cannot be freed now is free in a minute; the caller is to be told of what failed first.
    await releaseKey(deps, asked).catch(() => undefined);
    throw error;
  }
}

function keyOf({ scope }: Caller, { operation, path, incoming, requestId, body }: KeyedRequest): RequestKey | null {
  const key = incoming.headers[IDEMPOTENCY_HEADER.toLowerCase()];
  if (!operation.takesIdempotencyKey || typeof key !== 'string') return null;
  const { length } = [...asUtf8(key)];
  if (length === 0) throw invalidKey('too_short');
  if (length > MAX_KEY_LENGTH) throw invalidKey('too_long');
  return { scope, key, fingerprint: fingerprintOf(operation.method, path, body), request: requestId };
}

/** Clients send UTF-8 in headers, which arrives byte by byte. */
function asUtf8(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? header : text;
}

function invalidKey(code: ItemCode) {
  return validationFailed(
    [{ param: IDEMPOTENCY_HEADER, code }],
    `\`${IDEMPOTENCY_HEADER}\` has 1 to ${MAX_KEY_LENGTH} characters.`,
  );
}
