import type { Context, Next } from 'koa';
import type { ServiceDeps } from '../../services/deps.ts';
import { readFeed } from '../../services/badge/read-feed.ts';
import { MethodNotAllowed } from '../router.ts';
import { FOR_OTHER_SITES } from '../security-headers.ts';
import { createFeedCache, type FeedForm } from './feed-cache.ts';

const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** A cache before this server may keep a feed for 5 minutes, and for a day while the server is away. */
const CACHING = 'public, max-age=60, s-maxage=300, stale-while-revalidate=600, stale-if-error=86400';

const TYPES: Record<FeedForm, string> = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

/** Serves the badges of projects under `/feeds` to the sites that show them (specification 2.9). */
export function serveFeeds({ db, clock, assetsUrl }: ServiceDeps) {
  const feeds = createFeedCache({
    read: (projectId) => readFeed(db.sql, projectId, assetsUrl),
    now: () => clock.now().getTime(),
    maxBytes: MAX_KEPT_BYTES,
  });
  return async (ctx: Context, next: Next): Promise<void> => {
    const [, projectId, form] = /^\/feeds\/(prj_[0-9A-Za-z]{22})\.(json|html)$/.exec(ctx.path) ?? [];
    if (projectId && ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new MethodNotAllowed(['GET', 'HEAD']);
    const feed = projectId ? await feeds(projectId) : null;
    if (!feed) {
      await next();
      return;
    }
    const { bytes, etag } = feed[form as FeedForm];
    ctx.status = 200;
    ctx.set({
      ...FOR_OTHER_SITES,
      ETag: etag,
      'Cache-Control': CACHING,
      'Access-Control-Allow-Origin': '*',
      'Content-Type': TYPES[form as FeedForm],
      'Content-Security-Policy': "default-src 'none'; img-src *; style-src 'unsafe-inline'; sandbox",
      'X-Robots-Tag': 'noindex',
    });
    if (isKnown(etag, ctx.get('If-None-Match'))) ctx.status = 304;
    else ctx.body = bytes;
  };
}

/** Koa's own answer heeds `Cache-Control: no-cache`, which clients send with a tag to reach this server at all. */
function isKnown(etag: string, tags: string): boolean {
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
