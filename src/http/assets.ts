import type { Context, Next } from 'koa';
import { directoryLogo } from '../images/directory-logo.ts';
import type { Database } from '../db/database.ts';
import type { Storage } from '../outbound/storage/storage.ts';
import { FOR_OTHER_SITES } from './security-headers.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';

/** Serves images from storage, whose bytes never change under their key, and the directories' logos. */
export function serveAssets(storage: Storage, db: Database) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const [, image] = /^\/assets\/(images\/img_[0-9A-Za-z]{22}\.png)$/.exec(ctx.path) ?? [];
    const [, directory] = /^\/assets\/directories\/(dir_[0-9A-Za-z]{22})\.svg$/.exec(ctx.path) ?? [];
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const found =
      isRead &&
      ((image && (await serveImage(ctx, storage, image))) || (directory && (await serveLogo(ctx, db, directory))));
    if (!found) {
      await next();
      return;
    }
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    ctx.set(FOR_OTHER_SITES);
  };
}

async function serveImage(ctx: Context, storage: Storage, key: string): Promise<boolean> {
  const asset = await storage.read(key);
  if (!asset) return false;
  ctx.type = 'image/png';
  ctx.length = asset.size;
  ctx.set('Cache-Control', IMMUTABLE);
  ctx.body = asset.bytes;
  return true;
}

async function serveLogo(ctx: Context, db: Database, id: string): Promise<boolean> {
  const directory = await db.sql.selectFrom('directory').select('name').where('id', '=', id).executeTakeFirst();
  if (!directory) return false;
  ctx.type = 'image/svg+xml';
  ctx.set('Cache-Control', A_DAY);
  ctx.body = directoryLogo(directory.name);
  return true;
}
