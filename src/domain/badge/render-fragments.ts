import { escapeHtml } from '../escape-html.ts';
import { FEED_MARKER } from './feed-marker.ts';

/** A directory as its badge shows it. */
export interface BadgeDirectory {
  id: string;
  name: string;
  url: string;
}

/** Whose badges these are. */
export interface BadgeLook {
  projectId: string;
  agencyName: string;
  /** `#rrggbb`: the colour of the borders. The text stays dark on white, so that it is legible whatever the colour. */
  color: string;
  /** Where directory logos are served from, without a trailing slash. */
  assetsUrl: string;
}

const STYLE =
  'display:inline-flex;align-items:center;gap:8px;margin:4px;padding:6px 12px;border-radius:8px;background:#fff;' +
  'color:#1f2937;font:600 14px/20px system-ui,sans-serif;text-decoration:none';

/**
 * The badges of a project as HTML, one for each directory, each with the marker by which verification finds them. Without
 * directories it is one that shows nothing, so that an installation can be verified before it has anything to show.
 */
export function renderFragments(directories: readonly BadgeDirectory[], look: BadgeLook): string[] {
  const marker = `${FEED_MARKER}="${look.projectId}"`;
  if (directories.length === 0) return [`<span ${marker} hidden></span>`];
  return directories.map(({ id, name, url }) =>
    [
      `<a ${marker} href="${escapeHtml(url)}" title="${escapeHtml(`${name}, by ${look.agencyName}`)}"`,
      ` style="${STYLE};border:1px solid ${look.color}">`,
      `<img src="${escapeHtml(`${look.assetsUrl}/directories/${id}.svg`)}" alt="" width="20" height="20">`,
      `<span>Find us on ${escapeHtml(name)}</span></a>`,
    ].join(''),
  );
}
