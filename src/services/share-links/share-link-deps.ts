import type { ServiceDeps } from '../deps.ts';

export interface ShareLinkDeps extends ServiceDeps {
  /** What the address of a page begins with, without a trailing slash. */
  shareUrl: string;
}
