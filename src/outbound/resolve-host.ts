import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';

/** Finds all addresses of a host name. Rejects, or answers with none, when there are none. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

const LOOPBACK: readonly LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];

/**
 * Resolves through the operating system, except that `localhost` and the names below it are always loopback (RFC 6761).
 * Callers that ask for a name while it is being resolved share the answer, since each question occupies a thread.
 */
export function createHostResolver(): ResolveHost {
  const pending = new Map<string, Promise<readonly LookupAddress[]>>();
  return (hostname) => {
    if (isLocalhost(hostname)) return Promise.resolve(LOOPBACK);
    const shared = pending.get(hostname);
    if (shared !== undefined) return shared;
    const answer = lookup(hostname, { all: true }).finally(() => pending.delete(hostname));
    pending.set(hostname, answer);
    return answer;
  };
}

function isLocalhost(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}
