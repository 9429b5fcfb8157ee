import type { PageReading } from '../../domain/live-proof.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import { isUnknownHost } from '../../outbound/network-fault.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';

const TIMEOUT_MS = 20_000;
const GONE = [404, 410];

/** Asks whether the page of a live listing is still there. Its status line decides, and nothing of its body is read. */
export async function readLivePage(fetch: GuardedFetch, url: string): Promise<PageReading> {
  try {
    const { status } = await fetch.get(url, {
      maxBytes: 0,
      overflow: 'truncate',
      timeoutMs: TIMEOUT_MS,
      accept: 'text/html, */*;q=0.1',
    });
    return { kind: kindOf(status), said: `HTTP ${status}` };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (isUnknownHost(error.cause)) return { kind: 'gone', said: 'the host has no address' };
    return { kind: 'unclear', said: error.kind };
  }
}

function kindOf(status: number): PageReading['kind'] {
  if (GONE.includes(status)) return 'gone';
  return status >= 200 && status < 300 ? 'there' : 'unclear';
}
