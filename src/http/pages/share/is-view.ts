import type { IncomingHttpHeaders } from 'node:http';
import { LINK_PREVIEWERS } from './link-previewers.ts';

/** What a request may say of itself when nobody looks at its answer yet. */
const AHEAD_OF_TIME = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** Whether a request for a page is someone's who reads it: no preview of its link, no prefetch, no `HEAD`. */
export function isView(method: string, headers: IncomingHttpHeaders): boolean {
  if (method !== 'GET') return false;
  if (AHEAD_OF_TIME.some((name) => /prefetch|prerender|preview/i.test(String(headers[name])))) return false;
  const agent = headers['user-agent']?.toLowerCase() ?? '';
  return !LINK_PREVIEWERS.some((name) => agent.includes(name));
}
