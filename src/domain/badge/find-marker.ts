import { Parser } from 'htmlparser2';
import { FEED_MARKER } from './feed-marker.ts';

const CHUNK_LENGTH = 16_384;
const MAX_DEPTH = 2_000;

/** What a visitor's browser does not render: code, text that only looks like markup, and what waits for a script or its absence. */
const HIDDEN_TAGS = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'textarea',
  'title',
  'iframe',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
]);

/**
 * Whether an HTML document as a server sent it holds a badge of a project's feed: an element that carries the feed's marker
 * as its own attribute. What is in comments, in scripts and styles, in templates, or in the text or another attribute of
 * something else does not count. Time grows linearly with the length of `html`; reading stops at a nesting no real document has.
 *
 * @yields after each piece that took some time, so that whoever has other things to do can do them; returns the answer
 */
export function* findMarker(html: string, projectId: string): Generator<undefined, boolean> {
  const seen = { depth: 0, hidden: 0, found: false };
  const parser = new Parser({
    onopentag(tag, attributes) {
      seen.depth++;
      if (HIDDEN_TAGS.has(tag)) seen.hidden++;
      else if (seen.hidden === 0 && attributes[FEED_MARKER]?.trim() === projectId) seen.found = true;
    },
    onclosetag(tag) {
      seen.depth--;
      if (HIDDEN_TAGS.has(tag)) seen.hidden--;
    },
  });
  for (let start = 0; start < html.length && seen.depth < MAX_DEPTH && !seen.found; start += CHUNK_LENGTH) {
    parser.write(html.slice(start, start + CHUNK_LENGTH));
    yield;
  }
  parser.end();
  return seen.found;
}
