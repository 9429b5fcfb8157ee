import type { SubmissionOutcome } from '../../domain/submission.ts';
import type { FetchedResource } from '../../outbound/guarded-fetch.ts';
import type { OutboundError, OutboundErrorKind } from '../../outbound/outbound-error.ts';
import { checkSiteUrl } from '../../outbound/public-url.ts';
import { retryAfterMs } from '../../outbound/retry-after.ts';
import type { DirectoryDriver } from '../../resources/directory-driver.ts';

const SLOW_DOWNS = [429, 503];
const FAULTS = [408, 425];

/** What is wrong with the description's address: a repeat would end the same. */
const BROKEN: Partial<Record<OutboundErrorKind, string>> = {
  blocked_address: 'blocked_address: the address of the description does not lead to a public one',
  invalid_url: 'invalid_url: the address of the description cannot be asked',
  too_many_redirects: 'redirect: the directory takes submissions at another address',
};

/** What a directory's answer means, by its description. No text quotes the answer, which may repeat a secret. */
export function judgeAnswer(
  { accepted, rejected, live_url }: DirectoryDriver,
  answer: FetchedResource,
): SubmissionOutcome {
  const { status, headers } = answer;
  const said = `HTTP ${status}`;
  if (accepted.statuses.includes(status)) {
    if (accepted.then === 'submitted') return { kind: 'settled', said, move: { to: 'submitted' } };
    if (!live_url) return { kind: 'settled', said, move: { to: 'live' } };
    const link = readLink(answer, live_url.json_pointer);
    if (link !== null) return { kind: 'settled', said, move: { to: 'live', live_url: link } };
    return {
      kind: 'broken',
      said: `${said}: it was accepted, but there is no http or https address at ${live_url.json_pointer} of the answer`,
    };
  }
  if (rejected?.statuses.includes(status)) {
    return { kind: 'settled', said, move: { to: 'not_accepted', reason: 'unavailable' } };
  }
  if (SLOW_DOWNS.includes(status)) return { kind: 'slow_down', said, retryAfterMs: retryAfterMs(headers) };
  if (status >= 500 || FAULTS.includes(status)) return { kind: 'fault', said };
  return { kind: 'broken', said: `${said}: the description, the secret or the project's data is wrong` };
}

/** What a failed exchange means. */
export function judgeFault({ kind }: OutboundError): SubmissionOutcome {
  const broken = BROKEN[kind];
  return broken === undefined ? { kind: 'fault', said: kind } : { kind: 'broken', said: broken };
}

/** The address in a JSON answer at a pointer (RFC 6901), or null. */
function readLink({ body }: FetchedResource, pointer: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'string' && value.isWellFormed() && checkSiteUrl(value).ok ? value : null;
}
