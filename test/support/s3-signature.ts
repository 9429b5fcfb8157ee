/** Checks Signature Version 4 as "Authenticating Requests (AWS Signature Version 4)" of Amazon S3's reference says. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The one key that the test server knows, and its region. */
export const S3_TEST_KEY = { id: 'test-access-key', secret: 'test/secret+key', region: 'eu-test-1' };

const MAX_SKEW_MS = 15 * 60 * 1_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** The error code with which S3 refuses the request, or null when it is signed as it must be. */
export function refusalOf(request: IncomingMessage, body: Buffer, now: Date): string | null {
  const [, id, day, region, signedNames, signature] = AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  if (!signature) return 'AccessDenied';
  if (id !== S3_TEST_KEY.id) return 'InvalidAccessKeyId';
  const time = header(request, 'x-amz-date');
  const names = signedNames!.split(';');
  const sentAmzHeaders = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'));
  if (region !== S3_TEST_KEY.region || !time.startsWith(day!)) return 'AuthorizationHeaderMalformed';
  if (!['host', ...sentAmzHeaders].every((name) => names.includes(name))) return 'AccessDenied';
  if (Math.abs(parseTime(time) - now.getTime()) > MAX_SKEW_MS) return 'RequestTimeTooSkewed';
  const payloadHash = header(request, 'x-amz-content-sha256');
  if (payloadHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';

  const [path, query = ''] = request.url!.split('?');
  const canonicalRequest = [
    request.method,
    path,
    query.split('&').toSorted().join('&'),
    ...names.map((name) => `${name}:${header(request, name).trim().replace(/ +/g, ' ')}`),
    '',
    signedNames,
    payloadHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const stringToSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest)].join('\n');
  const key = [day!, region, 's3', 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${S3_TEST_KEY.secret}`));
  return timingSafeEqual(hmac(key, stringToSign), Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name] ?? '';
  return Array.isArray(value) ? value.join(',') : value;
}

function parseTime(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
