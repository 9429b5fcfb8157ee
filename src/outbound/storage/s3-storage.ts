import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { isStorageKey, requireStorageKey, StorageUnavailable, type Storage, type StoredFile } from './storage.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The address of a compatible server; null for Amazon's own. */
  endpoint: string | null;
  /** What every key begins with in the bucket: empty, or ending in a slash. */
  prefix: string;
}

const MAX_ATTEMPTS = 3;
const CONNECT_TIMEOUT_MS = 3_000;

/** How long calls may take, in milliseconds, with all their attempts. */
export interface S3Timeouts {
  /** From the beginning of an attempt to the head of its answer. */
  attempt: number;
  put: number;
  delete: number;
  /** With the stream, which goes no faster than a slow client. */
  read: number;
}

const TIMEOUTS: S3Timeouts = { attempt: 10_000, put: 25_000, delete: 10_000, read: 120_000 };

/** Slow readers of files keep theirs for minutes, and must not keep others from storing. */
const MAX_SOCKETS = 500;

/** Storage in a bucket of Amazon S3 or of a server that speaks its protocol. */
export function createS3Storage({ bucket, prefix, ...settings }: S3Settings, timeoutsMs = TIMEOUTS): Storage {
  const client = openClient(settings, timeoutsMs.attempt);
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });

  return {
    async put(key, bytes) {
      requireStorageKey(key);
      const command = new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.length });
      await translateFaults(client.send(command, { abortSignal: AbortSignal.timeout(timeoutsMs.put) }));
    },

    read: async (key) => (isStorageKey(key) ? translateFaults(get(new GetObjectCommand(at(key)))) : null),

    async delete(key) {
      if (!isStorageKey(key)) return;
      const command = new DeleteObjectCommand(at(key));
      await translateFaults(client.send(command, { abortSignal: AbortSignal.timeout(timeoutsMs.delete) }));
    },

    close: () => client.destroy(),
  };

  async function get(command: GetObjectCommand): Promise<StoredFile | null> {
    try {
      // The signal ends the stream too.
      const answer = await client.send(command, { abortSignal: AbortSignal.timeout(timeoutsMs.read) });
      const bytes = answer.Body as Readable;
      if (answer.ContentLength !== undefined) return { bytes, size: answer.ContentLength };
      bytes.destroy();
      throw new Error('the bucket does not say how large a file is');
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }
}

function openClient(
  { region, accessKeyId, secretAccessKey, endpoint }: Omit<S3Settings, 'bucket' | 'prefix'>,
  attemptTimeoutMs: number,
): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Compatible servers seldom have a host name for each bucket, or the newer checksums.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: attemptTimeoutMs,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    },
  });
}

async function translateFaults<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && passes(error)) {
      throw new StorageUnavailable('the bucket cannot be reached now', { cause: error });
    }
    throw error;
  }
}

const NETWORK_FAULT = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|ENOTFOUND$|EAI_AGAIN$|HPE_)/;
const TOO_MANY_REQUESTS = 429;

/** Whether a later try may do better: not so for a refused key or a bucket that does not exist. */
function passes(error: Error & { code?: string; $metadata?: { httpStatusCode?: number } }): boolean {
  const status = error.$metadata?.httpStatusCode;
  if (status !== undefined && (status >= 500 || status === TOO_MANY_REQUESTS)) return true;
  return error.name === 'TimeoutError' || error.name === 'AbortError' || NETWORK_FAULT.test(error.code ?? '');
}
