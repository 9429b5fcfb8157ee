import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from './api.ts';
import type { Inbox } from './inbox.ts';

const STRAGGLERS_MS = 10_000;
const POLL_MS = 500;

/** Reads the whole event feed and tells which of its events no webhook has brought, some seconds after the last. */
export async function compareFeed(
  api: Api,
  inbox: Inbox,
  signal: AbortSignal,
): Promise<{ feed: string[]; missed: string[] }> {
  const deadline = performance.now() + STRAGGLERS_MS;
  for (;;) {
    const feed = (await api.list<{ id: string }>('/events')).map((event) => event.id);
    const missed = feed.filter((id) => !inbox.has(id));
    if (missed.length === 0 || performance.now() > deadline) return { feed, missed };
    await delay(POLL_MS, undefined, { signal });
  }
}
