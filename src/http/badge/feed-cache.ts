import { createHash } from 'node:crypto';
import { FEED_END } from '../../domain/badge/feed-marker.ts';
import { createGate } from '../../images/gate.ts';

/** One form of a feed, as it is sent. */
export interface FeedBody {
  bytes: Buffer;
  etag: string;
}

export type FeedForm = 'json' | 'html';
export type Feed = Record<FeedForm, FeedBody>;

export interface FeedCacheSettings {
  /** The fragments of a project's feed; null where there is no such project. */
  read: (projectId: string) => Promise<string[] | null>;
  now: () => number;
  /** The most that is kept; the feeds that were asked for longest ago go first. */
  maxBytes: number;
}

export type FeedCache = (projectId: string) => Promise<Feed | null>;

interface Kept {
  feed: Feed;
  sizeBytes: number;
  freshUntilMs: number;
}

const FRESH_MS = 60_000;

/** A project that is not there is not looked for again so long. */
const MISS_MS = 10_000;
const MAX_MISSES = 10_000;

/** Whoever asks for many feeds, known or not, takes so many of the process's connections at most. */
const READS_AT_ONCE = 4;

/** Where a feed cannot be read anew, what is kept of it is sent on, and it is tried again so much later. */
const RETRY_MS = 5_000;

/** A site waits 3 seconds for its feed, so what is kept of it is better than a later one. */
const PATIENCE_MS = 500;

/** A rough share of the map and the objects in it. */
const OVERHEAD_BYTES = 1_024;

/** Keeps feeds in this process: most requests ask no database, and requests at once for one feed ask it once. */
export function createFeedCache({ read, now, maxBytes }: FeedCacheSettings): FeedCache {
  const kept = new Map<string, Kept>();
  const loading = new Map<string, Promise<Feed | null>>();
  /** Until when projects are taken not to be there, in the order of these times. */
  const misses = new Map<string, number>();
  const gate = createGate(READS_AT_ONCE);
  let keptBytes = 0;

  function forget(projectId: string): void {
    keptBytes -= kept.get(projectId)?.sizeBytes ?? 0;
    kept.delete(projectId);
  }

  function keep(projectId: string, feed: Feed): void {
    forget(projectId);
    const sizeBytes = feed.json.bytes.length + feed.html.bytes.length + OVERHEAD_BYTES;
    kept.set(projectId, { feed, sizeBytes, freshUntilMs: now() + FRESH_MS });
    keptBytes += sizeBytes;
    for (const oldest of kept.keys()) {
      if (keptBytes <= maxBytes) break;
      forget(oldest);
    }
  }

  function miss(projectId: string): void {
    forget(projectId);
    misses.delete(projectId);
    misses.set(projectId, now() + MISS_MS);
    if (misses.size > MAX_MISSES) misses.delete(misses.keys().next().value!);
  }

  async function load(projectId: string): Promise<Feed | null> {
    try {
      const fragments = await gate(() => read(projectId));
      if (!fragments) {
        miss(projectId);
        return null;
      }
      const feed = toFeed(fragments);
      keep(projectId, feed);
      return feed;
    } finally {
      loading.delete(projectId);
    }
  }

  function loadOnce(projectId: string): Promise<Feed | null> {
    let loaded = loading.get(projectId);
    if (!loaded) loading.set(projectId, (loaded = load(projectId)));
    return loaded;
  }

  async function refresh(projectId: string, stale: Kept): Promise<Feed | null> {
    const { promise: patience, resolve } = Promise.withResolvers<Feed>();
    const timer = setTimeout(resolve, PATIENCE_MS, stale.feed);
    const refreshed = loadOnce(projectId).catch(() => {
      stale.freshUntilMs = now() + RETRY_MS;
      return stale.feed;
    });
    return Promise.race([refreshed, patience]).finally(() => clearTimeout(timer));
  }

  return (projectId) => {
    const found = kept.get(projectId);
    if (!found) return (misses.get(projectId) ?? 0) > now() ? Promise.resolve(null) : loadOnce(projectId);
    if (found.freshUntilMs <= now()) return refresh(projectId, found);
    kept.delete(projectId);
    kept.set(projectId, found);
    return Promise.resolve(found.feed);
  };
}

function toFeed(fragments: string[]): Feed {
  return { json: toBody(JSON.stringify({ badges: fragments })), html: toBody([...fragments, FEED_END, ''].join('\n')) };
}

function toBody(text: string): FeedBody {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return { bytes: Buffer.from(text), etag };
}
