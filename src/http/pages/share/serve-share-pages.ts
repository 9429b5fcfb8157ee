import type { Context, Next } from 'koa';
import { findSharedLogo, findSharedReport } from '../../../services/share-links/find-shared-file.ts';
import { readSharePage } from '../../../services/share-links/read-share-page.ts';
import type { AppDeps } from '../../app-deps.ts';
import { FileAnswer, sendFile } from '../../file-answer.ts';
import { MethodNotAllowed } from '../../router.ts';
import { keepPrivate, sendPage } from '../send-page.ts';
import { isView } from './is-view.ts';
import { SHARE_NOT_FOUND, SHARE_OUTAGE } from './notice-pages.ts';
import { renderSharePage } from './share-page.ts';

type ShareDeps = Pick<AppDeps, 'db' | 'clock' | 'storage' | 'views' | 'ratingProvider'>;

const PREFIX = '/s/';
const PATH = /^\/s\/([0-9A-Za-z]{32})(?:\/(?:(logo)\.png|reports\/(rep_[0-9A-Za-z]{22})))?$/;

/** Serves the pages of share links (specification 2.8) with what belongs to them, to whoever has the link. */
export function serveSharePages(deps: ShareDeps) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!ctx.path.startsWith(PREFIX)) {
      await next();
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new MethodNotAllowed(['GET', 'HEAD']);
    keepPrivate(ctx);
    ctx.state.failurePage = SHARE_OUTAGE;
    const [, token, logo, report] = PATH.exec(ctx.path) ?? [];
    const found = token && (await serve(deps, ctx, token, { logo, report }));
    if (!found) sendPage(ctx, 404, SHARE_NOT_FOUND);
  };
}

type Part = Record<'logo' | 'report', string | undefined>;

function serve(deps: ShareDeps, ctx: Context, token: string, { logo, report }: Part): Promise<boolean> {
  if (report) return serveReport(deps, ctx, token, report);
  return logo ? serveLogo(deps, ctx, token) : servePage(deps, ctx, token);
}

async function servePage({ db, clock, views, ratingProvider }: ShareDeps, ctx: Context, token: string) {
  const page = await readSharePage(db, token, clock.now());
  if (!page) return false;
  sendPage(ctx, 200, renderSharePage(page, token, ratingProvider?.attribution ?? null));
  if (isView(ctx.method, ctx.headers)) views.count(token);
  return true;
}

async function serveLogo({ db, clock }: ShareDeps, ctx: Context, token: string): Promise<boolean> {
  const png = await findSharedLogo(db.sql, token, clock.now());
  if (!png) return false;
  ctx.type = 'image/png';
  ctx.set('Cache-Control', 'private, max-age=300');
  ctx.body = png;
  return true;
}

async function serveReport({ db, clock, storage }: ShareDeps, ctx: Context, token: string, id: string) {
  const report = await findSharedReport(db.sql, token, id, clock.now());
  const file = report && (await storage.read(report.assetKey));
  if (!file) return false;
  sendFile(ctx, new FileAnswer(file, report.format, report.fileName));
  return true;
}
