import { FEED_MARKER } from './feed-marker.ts';

/** A shell command that prints how often a site's page, as its server sends it, names the project's feed (specification 2.9). */
export function checkCommand(siteUrl: string, projectId: string): string {
  const page = `curl -gsSL --max-time 20 -H 'Cache-Control: no-cache' -- ${quote(siteUrl)}`;
  return `${page} | grep -Eo '${FEED_MARKER}=.?${projectId}' | wc -l`;
}

/** One word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
